//! A real browser and a real server for tests of the page.

#![allow(unreachable_pub, reason = "shared by the tests of the page")]

mod chromium;
mod page;
mod server;

pub use chromium::Chromium;
pub use page::{Page, Screen};
pub use server::Server;
