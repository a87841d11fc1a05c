//! Hints about memory: to the processor what it will need soon, to the system what will be large.
//! They change nothing but the time, and are the only code here that the compiler cannot check.

#![allow(unsafe_code)]

/// Asks the processor to bring the element with this index near. It goes on with its work
/// meanwhile, unlike after a read, on which it can work ahead only as far as it can see.
#[inline(always)]
pub(super) fn fetch<T>(list: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let element = list.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch reads nothing; an address that is none is ignored. SSE is a part of
        // every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(element.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}

/// Asks the system to lay the room of a list on large pages, if it has not been touched yet and is
/// large enough. Its first touches then cost a hundredth of the page faults, and the addresses of
/// all its pages stay known to the processor.
pub(super) fn lay_on_large_pages<T>(list: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        /// The size of a large page where pages of 4 KiB are the small ones.
        const LARGE_PAGE: usize = 2 << 20;
        let bytes = list.capacity() * size_of::<T>();
        // Before anything is asked of the system: a short search has nothing to lay.
        if bytes < LARGE_PAGE {
            return;
        }
        let page = rustix::param::page_size();
        let first = list.as_ptr().addr() / page * page;
        let end = (list.as_ptr().addr() + bytes).next_multiple_of(page);
        let start = list.as_ptr().with_addr(first).cast_mut().cast();
        // SAFETY: the advice leaves what is in the pages as it is, also what the first and the
        // last share with others.
        let _ = unsafe { madvise(start, end - first, Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = list;
}
