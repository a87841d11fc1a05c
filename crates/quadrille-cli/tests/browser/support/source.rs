//! The source of the page: a server with the engine, or plain files with the engine in the browser.

use std::path::PathBuf;

use super::{FileServer, Server, UNDER};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Server,
    /// The static site, served by a plain file server.
    Site,
}

impl Engine {
    pub const ALL: [Engine; 2] = [Engine::Server, Engine::Site];

    pub fn name(self) -> &'static str {
        match self {
            Engine::Server => "server",
            Engine::Site => "site",
        }
    }
}

/// The folder written by `./site`.
pub fn site_folder() -> Result<PathBuf, &'static str> {
    let folder = std::env::var_os("QUADRILLE_SITE").map(PathBuf::from);
    folder.filter(|folder| folder.join("sw.js").is_file()).ok_or("no site ('./test site' makes it)")
}

pub enum Source {
    Server(Server),
    Files(FileServer),
}

impl Source {
    /// Starts the server of the page. The error names what is missing.
    pub fn start(engine: Engine) -> Result<Source, &'static str> {
        Ok(match engine {
            Engine::Server => Source::Server(Server::start(&[])),
            Engine::Site => Source::Files(FileServer::start(&site_folder()?)),
        })
    }

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

    pub fn stop(&mut self) {
        match self {
            Source::Server(server) => server.stop(),
            Source::Files(files) => files.stop(),
        }
    }
}
