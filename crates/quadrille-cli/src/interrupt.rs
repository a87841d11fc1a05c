//! Ctrl-C and SIGTERM: the first stops the searches, the second the program.

use std::process;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::SeqCst};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use quadrille::search::Cancel;

use crate::console;
use crate::errors::Fault;
use crate::exit::Exit;

/// Whether and by what the user stopped the program.
#[derive(Clone, Default, Debug)]
pub struct Interrupt(Arc<State>);

#[derive(Default, Debug)]
struct State {
    /// Stops the searches that run.
    cancel: Cancel,
    /// Whether searches run that can be stopped.
    armed: AtomicBool,
    /// The signal that came; zero when none did.
    signal: AtomicU8,
    /// Who deals with signals instead.
    listener: Mutex<Option<Sender<u8>>>,
}

impl Interrupt {
    /// Starts to listen to signals.
    pub fn install() -> Interrupt {
        let interrupt = Interrupt::default();
        if let Err(error) = listen(interrupt.clone()) {
            Fault::new(format!("Ctrl-C will quit at once, without results: {error}")).warn();
        }
        interrupt
    }

    /// From now on a signal stops the searches that hold this token, and no longer the program at
    /// once.
    pub fn arm(&self) -> Cancel {
        self.0.armed.store(true, SeqCst);
        self.0.cancel.clone()
    }

    /// From now on a signal stops the program at once again.
    pub fn disarm(&self) {
        self.0.armed.store(false, SeqCst);
    }

    /// From now on signals go to this listener, who ends the program in its own way.
    pub fn hand_over(&self, listener: Sender<u8>) {
        *self.0.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
    }

    /// From now on signals are dealt with here again.
    pub fn take_back(&self) {
        *self.0.listener.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// How the program has to end because of a signal.
    pub fn exit(&self) -> Option<Exit> {
        match self.0.signal.load(SeqCst) {
            0 => None,
            signal => Some(Exit::Signal(signal)),
        }
    }

    /// The signal that came was what the program waited for: it ends as if none had come.
    pub fn settle(&self) {
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
            console::remark("stopping; once more to quit at once");
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
