//! Variables, literals and the three truth values.

/// A variable with a sign: `2 * variable` is the positive literal, one more the negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lit(u32);

impl Lit {
    /// The literal that is true when `variable` is.
    pub(crate) const fn positive(variable: u32) -> Self {
        Self(variable << 1)
    }

    pub(crate) const fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// The code of the literal, for packed storage.
    pub(crate) const fn code(self) -> u32 {
        self.0
    }

    /// The code as an index into tables with one entry per literal.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The variable as an index into tables with one entry per variable.
    pub(crate) const fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// True if the literal is the negation of its variable.
    pub(crate) const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The truth of a literal under a partial assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Truth {
    /// Assigned, and the literal does not hold.
    False,
    /// Assigned, and the literal holds.
    True,
    Open,
}
