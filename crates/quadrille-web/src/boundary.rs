//! The imports and exports of the WebAssembly module. The worker (`site/instance.js`) is the other
//! side.

#![allow(unsafe_code, reason = "memory is shared with JavaScript by pointer and length")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic;
use std::sync::Once;
#[cfg(feature = "search")]
use std::time::Duration;

mod host {
    // Since Rust 1.96 a host function is imported only if its module is named.
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        /// Milliseconds since a fixed moment.
        #[cfg(feature = "search")]
        pub(super) safe fn now() -> f64;
        /// Sends the name and the data of an event.
        pub(super) fn send(name: *const u8, name_len: usize, data: *const u8, len: usize);
        /// Ends the instance with a message.
        pub(super) fn fail(message: *const u8, len: usize);
        /// Ends the instance because its memory is used up.
        pub(super) safe fn exhausted();
    }
}

/// The system allocator, which reports when memory runs out: otherwise the module would end without
/// a message.
struct Memory;

// SAFETY: all calls go to the system allocator; the check between them does not touch memory.
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

/// Allocates memory for a request.
#[unsafe(no_mangle)]
extern "C" fn alloc(len: usize) -> *mut u8 {
    Box::leak(vec![0; len].into_boxed_slice()).as_mut_ptr()
}

/// Answers the request in `ptr`, which came from [`alloc`] and is freed here: a name of `name`
/// bytes, followed by a text of `len` bytes.
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
    // SAFETY: the worker passes a pointer from `alloc`, with the length that it requested.
    let bytes = unsafe { Vec::from_raw_parts(ptr, name + len, name + len) };
    let question = String::from_utf8_lossy(&bytes[..name]);
    let text = String::from_utf8_lossy(&bytes[name..]);
    crate::respond(
        &question,
        &text,
        #[cfg(feature = "search")]
        now,
        send,
    );
}

#[cfg(feature = "search")]
fn now() -> Duration {
    Duration::from_secs_f64((host::now() / 1000.0).max(0.0))
}

fn send(name: &str, data: &str) {
    // SAFETY: both texts live as long as the call.
    unsafe { host::send(name.as_ptr(), name.len(), data.as_ptr(), data.len()) }
}
