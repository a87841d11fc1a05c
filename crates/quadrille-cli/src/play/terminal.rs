//! The terminal in full-screen mode, restored in every case.

use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::style::ResetColor;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use crossterm::{execute, queue};

use super::canvas::Canvas;

/// True while the terminal is in full-screen mode. Global, because a process has one terminal.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The thread whose panics do not end the program.
pub const SOLVER_THREAD: &str = "solver";

pub struct Stage {
    out: BufWriter<Stdout>,
    /// The characters on the screen.
    shown: Canvas,
}

impl Stage {
    /// Switches to full-screen mode. A panic restores the terminal before the message is printed.
    pub fn enter() -> io::Result<Stage> {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() == Some(SOLVER_THREAD) && TAKEN.load(SeqCst) {
                // Only the search is lost; the game reports it.
                return;
            }
            restore();
            hook(info);
        }));
        take()?;
        Ok(Stage { out: BufWriter::new(stdout()), shown: Canvas::new(0, 0) })
    }

    /// Draws the changes at once.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Canvas)) -> io::Result<()> {
        let (width, height) = size()?;
        queue!(self.out, BeginSynchronizedUpdate)?;
        if (width, height) != (self.shown.area.width, self.shown.area.height) {
            queue!(self.out, Clear(ClearType::All))?;
            self.shown = Canvas::new(width, height);
        }
        let mut canvas = Canvas::new(width, height);
        paint(&mut canvas);
        canvas.show(&self.shown, &mut self.out)?;
        self.shown = canvas;
        execute!(self.out, EndSynchronizedUpdate)
    }

    /// Switches to full-screen mode again, and redraws everything.
    pub fn again(&mut self) -> io::Result<()> {
        if TAKEN.swap(false, SeqCst) {
            // The shell may have changed the mode meanwhile.
            disable_raw_mode()?;
        }
        take()?;
        self.shown = Canvas::new(0, 0);
        Ok(())
    }

    pub fn size(&self) -> io::Result<(u16, u16)> {
        size()
    }

    /// Stops the process until the shell continues it.
    #[cfg(unix)]
    pub fn suspend(&mut self) -> io::Result<()> {
        restore();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.again()
    }

    /// Not supported here.
    #[cfg(not(unix))]
    pub fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        restore();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Restores the terminal, if it is in full-screen mode.
pub fn restore() {
    if TAKEN.swap(false, SeqCst) {
        // If restoring fails, the terminal is gone, and an error message would not be seen.
        let _ = execute!(
            stdout(),
            EndSynchronizedUpdate,
            ResetColor,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
        let _ = stdout().flush();
    }
}
