//! Hints to the processor about memory needed soon, and to the system about large allocations. They
//! affect only the time, and are the only `unsafe` code here.

#![allow(unsafe_code)]

/// Prefetches the element with this index. Unlike a read, a prefetch never stalls the processor.
#[inline(always)]
pub(super) fn fetch<T>(list: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let element = list.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch reads nothing; an invalid address is ignored. SSE is a part of every
        // x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(element.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, index);
}

/// Asks the system to use large pages for the memory of a list, if it is untouched and large
/// enough. That saves 99 % of the page faults on first use, and most misses of the address cache.
pub(super) fn lay_on_large_pages<T>(list: &Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        /// The size of a large page where pages of 4 KiB are the small ones.
        const LARGE_PAGE: usize = 2 << 20;
        /// A multiple of every size of small pages, as the first address must be.
        const PAGES: usize = 1 << 16;
        let bytes = list.capacity() * size_of::<T>();
        // Before any system call: a short search has only small lists.
        if bytes < LARGE_PAGE {
            return;
        }
        let first = list.as_ptr().addr() / PAGES * PAGES;
        let start = list.as_ptr().with_addr(first).cast_mut().cast();
        let length = list.as_ptr().addr() + bytes - first;
        // SAFETY: the advice does not change the contents of the pages, including the parts of the
        // first and the last that belong to others.
        let _ = unsafe { madvise(start, length, Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = list;
}
