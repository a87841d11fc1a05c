//! Names of the values of an enumeration.

/// Gives an enumeration the constant `ALL`, and the functions `name` and `from_name`.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// pub enum Side {
///     Left,
///     Right,
/// }
/// quadrille_base::names!(Side { Left: "left", Right: "right" });
/// assert_eq!(Side::ALL.map(Side::name), ["left", "right"]);
/// assert_eq!(Side::from_name("right"), Some(Side::Right));
/// ```
#[macro_export]
macro_rules! names {
    ($type:ident { $($value:ident: $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every value.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$value),+];

            /// The name in texts and results.
            pub const fn name(self) -> &'static str {
                match self { $($type::$value => $name),+ }
            }

            /// The value with this name.
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}
