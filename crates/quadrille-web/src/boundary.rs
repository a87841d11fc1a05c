//! What the module imports and exports. The worker (`site/instance.js`) is the other side of it.

#![allow(unsafe_code, reason = "memory is shared with JavaScript by pointer and length")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic;
use std::sync::Once;
#[cfg(feature = "search")]
use std::time::Duration;

mod host {
    // Since Rust 1.96 a function of the page is an import only where its module is named.
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Milliseconds since some moment.
        #[cfg(feature = "search")]
        pub(super) safe fn now() -> f64;
        /// Takes the name and the data of an event.
        pub(super) fn tell(name: *const u8, name_len: usize, data: *const u8, len: usize);
        /// Ends everything with a message.
        pub(super) fn fail(message: *const u8, len: usize);
        /// Ends everything because the memory is used up.
        pub(super) safe fn exhausted();
    }
}

/// The usual allocator, which says so when there is no more memory: without this the module would
/// end without a word.
struct Memory;

// SAFETY: everything is left to the system's allocator; the call in between does not touch memory.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        checked(unsafe { System.realloc(ptr, layout, size) })
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static MEMORY: Memory = Memory;

fn checked(ptr: *mut u8) -> *mut u8 {
    if ptr.is_null() {
        host::exhausted();
    }
    ptr
}

/// Room for a request.
#[unsafe(no_mangle)]
extern "C" fn alloc(len: usize) -> *mut u8 {
    Box::leak(vec![0; len].into_boxed_slice()).as_mut_ptr()
}

/// Answers the request in `ptr`, which came from [`alloc`] and is taken back: a question of `name`
/// bytes, and a text of `len` bytes behind it.
#[unsafe(no_mangle)]
extern "C" fn request(ptr: *mut u8, name: usize, len: usize) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        panic::set_hook(Box::new(|panic| {
            let message = panic.to_string();
            // SAFETY: the message lives as long as the call.
            unsafe { host::fail(message.as_ptr(), message.len()) }
        }));
    });
    // SAFETY: the worker passes what `alloc` gave it, with the length that it asked for.
    let bytes = unsafe { Vec::from_raw_parts(ptr, name + len, name + len) };
    let question = String::from_utf8_lossy(&bytes[..name]);
    let asked = String::from_utf8_lossy(&bytes[name..]);
    crate::respond(
        &question,
        &asked,
        #[cfg(feature = "search")]
        now,
        tell,
    );
}

#[cfg(feature = "search")]
fn now() -> Duration {
    Duration::from_secs_f64((host::now() / 1000.0).max(0.0))
}

fn tell(name: &str, data: &str) {
    // SAFETY: both texts live as long as the call.
    unsafe { host::tell(name.as_ptr(), name.len(), data.as_ptr(), data.len()) }
}
