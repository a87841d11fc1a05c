//! Ctrl-C and SIGTERM: the first signal stops the searches, the second the program.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::SeqCst};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use quadrille::search::Cancel;

use crate::console;
use crate::errors::Fault;
use crate::exit::Exit;

/// The state of interruption by the user.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<State>);

#[derive(Default, Debug)]
struct State {
    cancel: Cancel,
    /// True while searches run that can be stopped.
    armed: AtomicBool,
    /// The received signal, or zero.
    signal: AtomicU8,
    /// Receives the signals instead.
    listener: Mutex<Option<Sender<u8>>>,
}

impl Interrupt {
    pub fn install() -> Interrupt {
        let interrupt = Interrupt::default();
        if let Err(error) = listen(interrupt.clone()) {
            Fault::new(format!("Ctrl-C will quit at once, without results: {error}")).warn();
        }
        interrupt
    }

    /// From now on, the first signal cancels this token instead of ending the program.
    pub fn arm(&self) -> Cancel {
        self.0.armed.store(true, SeqCst);
        self.0.cancel.clone()
    }

    /// From now on, a signal ends the program at once.
    pub fn disarm(&self) {
        self.0.armed.store(false, SeqCst);
    }

    /// From now on, signals go to this listener, which ends the program itself.
    pub fn hand_over(&self, listener: Sender<u8>) {
        *self.0.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
    }

    /// From now on, signals are handled here again.
    pub fn take_back(&self) {
        *self.0.listener.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The exit code for a received signal.
    pub fn exit(&self) -> Option<Exit> {
        match self.0.signal.load(SeqCst) {
            0 => None,
            signal => Some(Exit::Signal(signal)),
        }
    }

    /// Discards the received signal: the program ends normally.
    pub fn reset(&self) {
        self.0.signal.store(0, SeqCst);
    }

    fn raise(&self, signal: u8) {
        let first = self.0.signal.swap(signal, SeqCst) == 0;
        let listener = self.0.listener.lock().unwrap_or_else(PoisonError::into_inner);
        if listener.as_ref().is_some_and(|listener| listener.send(signal).is_ok()) {
            return;
        }
        drop(listener);
        if first && self.0.armed.load(SeqCst) {
            self.0.cancel.cancel();
            console::remark("stopping; press Ctrl-C again to quit at once");
        } else {
            process::exit(Exit::Signal(signal).code().into());
        }
    }
}

#[cfg(unix)]
fn listen(interrupt: Interrupt) -> std::io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            interrupt.raise(signal as u8);
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn listen(interrupt: Interrupt) -> Result<(), ctrlc::Error> {
    const SIGINT: u8 = 2;
    ctrlc::set_handler(move || interrupt.raise(SIGINT))
}
