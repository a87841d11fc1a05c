//! The message of a panic.

use std::panic::{self, PanicHookInfo};

use crate::console;
use crate::printable;

/// Replaces the message of a panic by one with instructions.
pub fn install_hook() {
    panic::set_hook(Box::new(|info| console::remark(&message(info))));
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let what = (payload.downcast_ref::<&str>().copied())
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("unknown error");
    let place = info.location().map(|place| format!(" ({}:{})", place.file(), place.line()));
    format!(
        "\nthis is a bug in Quadrille {}: {}{}\n\
         Please report it to the people you have Quadrille from, with this message, the command and the level.\n",
        env!("CARGO_PKG_VERSION"),
        printable::line(what),
        place.unwrap_or_default()
    )
}
