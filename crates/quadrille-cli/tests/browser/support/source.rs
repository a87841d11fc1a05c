//! What the page comes from: a server with the engine in it, or plain files with the engine in the
//! browser.

use std::path::PathBuf;

use super::{FileServer, Server, UNDER};

/// Which engine answers the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// `quadrille serve`.
    Server,
    /// The static site, served by a plain file server under a path of its own.
    Site,
}

impl Engine {
    /// Both.
    pub const ALL: [Engine; 2] = [Engine::Server, Engine::Site];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Server => "server",
            Engine::Site => "site",
        }
    }
}

/// The folder that `./site` has written.
pub fn site_folder() -> Result<PathBuf, &'static str> {
    let folder = std::env::var_os("QUADRILLE_SITE").map(PathBuf::from);
    folder.filter(|folder| folder.join("sw.js").is_file()).ok_or("no site ('./test site' makes it)")
}

/// Where a page comes from.
pub enum Source {
    /// The command.
    Server(Server),
    /// Files.
    Files(FileServer),
}

impl Source {
    /// Starts what serves the page, or says what is missing.
    pub fn start(engine: Engine) -> Result<Source, &'static str> {
        Ok(match engine {
            Engine::Server => Source::Server(Server::start(&[])),
            Engine::Site => Source::Files(FileServer::start(&site_folder()?)),
        })
    }

    /// The scheme, the host and the port.
    pub fn origin(&self) -> String {
        match self {
            Source::Server(server) => server.address.trim_end_matches('/').to_string(),
            Source::Files(files) => files.origin(),
        }
    }

    /// The path of the page, with a slash at both ends.
    pub fn path(&self) -> &'static str {
        match self {
            Source::Server(_) => "/",
            Source::Files(_) => UNDER,
        }
    }

    /// Ends it.
    pub fn stop(&mut self) {
        match self {
            Source::Server(server) => server.stop(),
            Source::Files(files) => files.stop(),
        }
    }
}
