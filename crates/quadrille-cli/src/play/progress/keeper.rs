//! Saves the progress on a thread, so that a slow disk never blocks the screen.

use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use super::{SavedProgress, Store};

/// A thread that writes the newest progress it received.
#[derive(Debug)]
pub struct Keeper {
    work: Option<(Sender<SavedProgress>, JoinHandle<()>)>,
}

impl Keeper {
    /// Starts the thread. It reports the first error to `complain`.
    pub fn start(store: Store, complain: impl Fn(String) + Send + 'static) -> Keeper {
        let (sender, receiver) = mpsc::channel::<SavedProgress>();
        let keep = move || {
            let mut complained = false;
            while let Ok(first) = receiver.recv() {
                let newest = receiver.try_iter().last().unwrap_or(first);
                if let Err(note) = store.save(&newest)
                    && !complained
                {
                    complained = true;
                    complain(note);
                }
            }
        };
        let thread = thread::Builder::new().name("progress".into()).spawn(keep).ok();
        Keeper { work: thread.map(|thread| (sender, thread)) }
    }

    pub fn keep(&self, progress: &SavedProgress) {
        if let Some((sender, _)) = &self.work {
            // The thread ends only after this sender is dropped.
            let _ = sender.send(progress.clone());
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.work.take() {
            drop(sender);
            // The panic hook has reported it.
            let _ = thread.join();
        }
    }
}
