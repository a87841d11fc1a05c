//! The game on the full screen: the loop that passes events to the state, carries out its effects,
//! and draws it.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event;
use quadrille_base::memory;

use super::app::{App, AppEvent, Effect};
use super::progress::{Keeper, Store};
use super::solver::Solver;
use super::terminal::{self, Stage};
use super::view::{self, Palette};
use crate::Context;
use crate::errors::Fault;
use crate::exit::{Abort, Exit};

/// The events of the loop.
enum Message {
    Event(AppEvent),
    Signal(i32),
    Lost,
}

/// Plays until the player quits or a signal arrives.
pub fn run(
    mut app: App,
    store: Option<Store>,
    palette: Palette,
    context: &Context,
) -> Result<Exit, Abort> {
    let (sender, messages) = mpsc::channel();
    let keeper = store.map(|store| {
        let sender = sender.clone();
        // The loop receives until the keeper is done.
        Keeper::start(store, move |note| drop(sender.send(Message::Event(AppEvent::Note(note)))))
    });
    let answers = sender.clone();
    let solver =
        Solver::start(move |answer| drop(answers.send(Message::Event(AppEvent::Answer(answer)))))
            .map_err(|error| Fault::new(format!("cannot start the solver thread: {error}")))?;
    listen_to_signals(&sender, context)
        .map_err(|error| Fault::new(format!("cannot receive signals: {error}")))?;
    let mut stage = Stage::enter().map_err(lost)?;
    read_keys(sender);
    let played = play(&mut app, &mut stage, &messages, &solver, keeper.as_ref(), palette);
    drop(stage);
    if let Some(round) = &mut app.round {
        round.cancel_search();
    }
    // Waits until the progress is saved.
    drop(keeper);
    context.interrupt.take_back();
    match played {
        Ok(exit) => Ok(exit),
        // The terminal is gone: nothing can show an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Fine),
        Err(error) => Err(lost(error).into()),
    }
}

fn lost(error: io::Error) -> Fault {
    Fault::new(format!("cannot use the terminal: {error}")).help("play line by line with --plain")
}

fn play(
    app: &mut App,
    stage: &mut Stage,
    messages: &Receiver<Message>,
    solver: &Solver,
    keeper: Option<&Keeper>,
    palette: Palette,
) -> io::Result<Exit> {
    let began = Instant::now();
    let (width, height) = stage.size()?;
    app.handle(AppEvent::Resize(width, height), Duration::ZERO);
    loop {
        for effect in app.take_effects() {
            match effect {
                Effect::Search(mut job) => {
                    job.limits.max_memory =
                        Some(usize::try_from(memory::budget() / 3).unwrap_or(usize::MAX));
                    solver.ask(*job);
                }
                Effect::Keep => {
                    if let Some(keeper) = keeper {
                        keeper.keep(&app.progress);
                    }
                }
                Effect::Suspend => {
                    stage.suspend()?;
                    resize(app, stage, began)?;
                }
                Effect::Redraw => stage.again()?,
                Effect::Quit => return Ok(Exit::Fine),
            }
        }
        stage.draw(|canvas| {
            // Use the size of the canvas: a resize event may not have arrived yet.
            app.screen = canvas.area;
            view::draw(app, palette, canvas);
        })?;
        let received = match app.next_change() {
            Some(wait) => messages.recv_timeout(wait),
            None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        // Handle all pending messages before the next drawing.
        let gathered = std::iter::once(received)
            .chain(std::iter::from_fn(|| messages.try_recv().ok().map(Ok)));
        for received in gathered {
            match received {
                Ok(Message::Event(event)) => app.handle(event, began.elapsed()),
                Ok(Message::Signal(signal)) => {
                    if let Some(exit) = handle_signal(signal, app, stage, began)? {
                        return Ok(exit);
                    }
                }
                Err(RecvTimeoutError::Timeout) => app.handle(AppEvent::Tick, began.elapsed()),
                Ok(Message::Lost) | Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Fine),
            }
        }
        if app.next_change().is_some() {
            app.handle(AppEvent::Tick, began.elapsed());
        }
    }
}

fn resize(app: &mut App, stage: &Stage, began: Instant) -> io::Result<()> {
    let (width, height) = stage.size()?;
    app.handle(AppEvent::Resize(width, height), began.elapsed());
    Ok(())
}

#[cfg(unix)]
fn handle_signal(
    signal: i32,
    app: &mut App,
    stage: &mut Stage,
    began: Instant,
) -> io::Result<Option<Exit>> {
    use signal_hook::consts::{SIGCONT, SIGTSTP};
    match signal {
        SIGTSTP => stage.suspend()?,
        SIGCONT => stage.again()?,
        signal => return Ok(Some(Exit::Signal(u8::try_from(signal).unwrap_or(0)))),
    }
    resize(app, stage, began)?;
    Ok(None)
}

#[cfg(not(unix))]
fn handle_signal(
    signal: i32,
    _app: &mut App,
    _stage: &mut Stage,
    _began: Instant,
) -> io::Result<Option<Exit>> {
    Ok(Some(Exit::Signal(u8::try_from(signal).unwrap_or(0))))
}

/// Forwards signals to the loop. A second one that ends the program ends it at once, with the
/// terminal restored.
fn listen_to_signals(sender: &Sender<Message>, context: &Context) -> io::Result<()> {
    let (to_end, ends) = mpsc::channel::<u8>();
    context.interrupt.hand_over(to_end.clone());
    let sender = sender.clone();
    let to_loop = sender.clone();
    thread::Builder::new().name("ends".into()).spawn(move || {
        let mut first = true;
        for signal in ends {
            if !first || to_loop.send(Message::Signal(signal.into())).is_err() {
                terminal::restore();
                std::process::exit(Exit::Signal(signal).code().into());
            }
            first = false;
        }
    })?;
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGCONT, SIGHUP, SIGTSTP};
        let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGTSTP, SIGCONT])?;
        thread::Builder::new().name("signals of the terminal".into()).spawn(move || {
            for signal in signals.forever() {
                let gone = if signal == SIGHUP {
                    to_end.send(SIGHUP as u8).is_err()
                } else {
                    sender.send(Message::Signal(signal)).is_err()
                };
                if gone {
                    return;
                }
            }
        })?;
    }
    Ok(())
}

/// Reads keys and the mouse on a thread, which ends with the program.
fn read_keys(sender: Sender<Message>) {
    let read = move || {
        loop {
            let messages = match event::read() {
                Ok(event::Event::Key(key)) => Message::Event(AppEvent::Key(key)),
                Ok(event::Event::Mouse(mouse)) if mouse.kind == event::MouseEventKind::Moved => {
                    continue;
                }
                Ok(event::Event::Mouse(mouse)) => Message::Event(AppEvent::Mouse(mouse)),
                Ok(event::Event::Resize(width, height)) => {
                    Message::Event(AppEvent::Resize(width, height))
                }
                Ok(_) => continue,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => Message::Lost,
            };
            let lost = matches!(messages, Message::Lost);
            if sender.send(messages).is_err() || lost {
                return;
            }
        }
    };
    // Without this thread, the loop ends because its channel has no sender.
    drop(thread::Builder::new().name("keys".into()).spawn(read));
}
