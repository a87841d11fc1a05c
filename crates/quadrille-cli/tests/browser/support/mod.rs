//! A real browser and the servers of the page, for tests.

#![allow(unreachable_pub, reason = "shared by the tests of the page")]
#![allow(dead_code, reason = "the benchmarks use only a part")]

mod browser;
mod files;
mod page;
mod server;
mod source;

pub use browser::{Browser, Tab};
pub use files::{FileServer, UNDER};
pub use page::{Page, Screen};
pub use server::Server;
pub use source::{Engine, Source, site_folder};
