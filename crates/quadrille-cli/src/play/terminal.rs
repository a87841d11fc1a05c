//! The terminal in full-screen mode, restored in every case.

use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::style::ResetColor;
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::crossterm::{execute, queue};

/// True while the terminal is in full-screen mode. Global, because a process has one terminal.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The thread whose panics do not end the program.
pub const SOLVER_THREAD: &str = "solver";

pub struct Stage {
    terminal: Terminal<CrosstermBackend<Stdout>>,
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
        Ok(Stage { terminal: Terminal::new(CrosstermBackend::new(stdout()))? })
    }

    /// Draws the changes at once.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| paint(frame.buffer_mut()))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Switches to full-screen mode again, and redraws everything.
    pub fn again(&mut self) -> io::Result<()> {
        if TAKEN.swap(false, SeqCst) {
            // The shell may have changed the mode meanwhile.
            disable_raw_mode()?;
        }
        take()?;
        execute!(stdout(), Clear(ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
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
