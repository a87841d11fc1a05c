//! Invalid input of every kind: each gets a message with a place and help, and exit code 2.

use std::fs;

use crate::common::{Folder, QUICK};

fn refused(content: impl AsRef<[u8]>, words: &[&str]) {
    let folder = Folder::with(content);
    for args in [["solve", "level.txt"], ["show", "level.txt"]] {
        folder.run(&args).is_refused(words);
    }
    folder.run(&["check", "level.txt", "U"]).is_refused(words);
    folder.run(&["list", "levels", "level.txt"]).is_refused(words);
    let run = folder.run(&["solve", "level.txt", "--json"]);
    run.is_refused(words);
    let error = &run.json()[0]["error"];
    assert!(error["message"].is_string() && error.get("help").is_some(), "{error}");
}

#[test]
fn an_unknown_token() {
    refused("level a\nr ? .\n. . R\n", &["'?' is not a", "level.txt:2:3", "^", "help"]);
}

#[test]
fn ragged_rows() {
    refused(
        "game: tiles\n\nr . .\n. R\n. . .\n",
        &["this row has 2 cells", "level.txt:4:1", "^^^"],
    );
}

#[test]
fn an_empty_file() {
    refused("", &["the text is empty", "level.txt:1:1", "help"]);
    refused(" \n\t\n", &["the text is empty"]);
}

#[test]
fn a_binary_file() {
    refused(b"\x7fELF\x02\x01\x00\x00\xff\xfe", &["zero byte", "level.txt:1:7", "help"]);
}

#[test]
fn another_encoding() {
    refused(b"level caf\xe9\nr . R\n. . .\n", &["not UTF-8", "level.txt:1:10", "UTF-8"]);
    refused(b"\xff\xfer\0 \0R\0\n\0", &["UTF-16", "level.txt:1:1", "save the file as UTF-8"]);
}

#[test]
fn an_unmatched_bracket() {
    refused("[['IR', '-'],\n ['-', 'FR']", &["never closed", "level.txt:1:1", "missing ']'"]);
    refused("[['IR', '-'],\n ['-', 'FR'", &["never closed"]);
}

#[test]
fn a_level_that_cannot_be() {
    refused("level a\nr . R\n. b R\n", &["colour R has 2 goals but 1 block", "level.txt:3:5"]);
    refused("game: chess\n\n. .\n", &["no game 'chess'", "level.txt:1:7", "tiles"]);
}

#[test]
fn too_much() {
    let words = ["longer than 16 MiB"];
    refused(vec![b'.'; (16 << 20) + 1], &words);
    let folder = Folder::new();
    let file = fs::File::create(folder.path("level.txt")).unwrap();
    file.set_len(100 << 20).unwrap();
    folder.run(&["solve", "level.txt"]).is_refused(&words);
}

#[test]
fn very_long_lines_are_cut() {
    let folder =
        Folder::with(format!("level a\n{}?{}\n", "x".repeat(300_000), "y".repeat(300_000)));
    let run = folder.run(&["solve", "level.txt", "--game", "tiles"]);
    run.is_refused(&["level.txt:2:"]);
    assert!(run.err.lines().all(|line| line.chars().count() < 400), "{}", run.err);
}

#[test]
fn many_bad_levels_are_not_all_reported() {
    let folder = Folder::with("level a\nr ?\n. .\n".repeat(500) + QUICK);
    let run = folder.run(&["solve", "level.txt", "--game", "tiles", "--json"]);
    run.is_refused(&["480 more levels are bad"]);
    assert!(run.err.lines().count() < 200);
    let lines = run.json();
    assert_eq!(lines.len(), 501);
    assert!(lines[499]["error"]["message"].is_string());
    assert_eq!(lines[500]["outcome"], "solved");
}

#[test]
fn more_levels_than_anyone_makes() {
    let folder = Folder::with("r\n\n".repeat(200_000));
    folder
        .run(&["list", "levels", "level.txt"])
        .is_refused(&["level 100,001", "level.txt:200001:1"]);
}

#[test]
fn one_bad_level_does_not_stop_the_others() {
    let folder =
        Folder::with(format!("{QUICK}\nlevel bad\nr ?\n. R\n\nlevel last\nr . R\n. . .\n"));
    let run = folder.run(&["solve", "level.txt", "--json"]);
    run.is_refused(&["'?' is not a tiles cell", "level.txt:7:3"]);
    let lines = run.json();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["outcome"], &lines[2]["outcome"]), (&"solved".into(), &"solved".into()));
    assert_eq!(lines[1]["level"], "bad");
    assert_eq!(
        (&lines[1]["error"]["place"]["line"], &lines[1]["error"]["place"]["column"]),
        (&7.into(), &3.into())
    );
    // Errors in other levels are not reported.
    assert_eq!(folder.run(&["solve", "level.txt", "--level", "last"]).code, Some(0));
    let run = folder.run(&["solve", "level.txt"]);
    run.is_refused(&["'?'"]);
    assert!(run.out.contains("quick") && run.out.contains("last"), "{}", run.out);
}

#[test]
fn no_such_level() {
    let folder = Folder::with(QUICK);
    folder.run(&["solve", "level.txt", "--level", "quikc"]).is_refused(&[
        "there is no level 'quikc'",
        "level.txt",
        "did you mean 'quick'?",
    ]);
    folder
        .run(&["solve", "level.txt", "--level", "completely different"])
        .is_refused(&["there is no level", "quadrille list levels level.txt"]);
}

#[test]
fn no_such_file() {
    let folder = Folder::with(QUICK);
    let run = folder.run(&["solve", "levle.txt", "level.txt", "--json"]);
    run.is_refused(&["no such file", "levle.txt", "did you mean 'level.txt'?"]);
    let lines = run.json();
    assert_eq!((&lines[0]["file"], &lines[0]["level"]), (&"levle.txt".into(), &().into()));
    assert_eq!(lines[1]["outcome"], "solved");
    folder.run(&["solve", "no/such.txt"]).is_refused(&["no such file", "no folder 'no'"]);
    folder.run(&["solve", ""]).is_refused(&["no such file"]);
}

#[test]
fn a_folder() {
    let folder = Folder::with(QUICK);
    fs::create_dir(folder.path("sub")).unwrap();
    folder.write("sub/a.txt", QUICK);
    folder.run(&["solve", "sub"]).is_refused(&["this is a folder", "sub/a.txt"]);
}

#[test]
fn windows_texts_are_fine() {
    for text in ["\u{feff}level a\r\nr . .\r\n. . R\r\n", "r\t.\t.\r\n.\t.\tR", "r . .  \n. . R"] {
        let folder = Folder::with(text);
        assert_eq!(folder.run(&["solve", "level.txt"]).code, Some(0), "{text:?}");
    }
    let marked = Folder::with("\u{feff}r ?\r\n. R\r\n");
    marked.run(&["solve", "level.txt", "--game", "tiles"]).is_refused(&["level.txt:1:3"]);
}

const NASTY: &str = "e\u{1b}[31mv\u{7}\u{9b}2Ji\u{202e}l";

#[test]
fn escapes_in_files_are_harmless() {
    let good = format!("level {NASTY}\nr . .\n. . R\n");
    let native = format!(
        "game: tiles\nname: {NASTY}\nauthor: {NASTY}\nnote: {NASTY}\noptimal: 9\n\nr . .\n. . R\n"
    );
    let folder = Folder::with(format!("{good}\nlevel other\nr {NASTY} .\n. . R\n{good}"));
    folder.write("native.txt", native);
    folder.write("moves.txt", format!("game: tiles\nsolution: {NASTY}\n\nr . .\n. . R\n"));
    folder.write("key.txt", format!("game: {NASTY}\n\nr . .\n"));
    folder.write("evil.txt", format!("level a\nr {NASTY}\n"));
    for args in [
        &["solve", "level.txt"][..],
        &["solve", "level.txt", "--json"],
        &["solve", "native.txt"],
        &["solve", "moves.txt"],
        &["solve", "key.txt"],
        &["solve", "evil.txt", "--game", "tiles"],
        &["list", "levels", "level.txt", "native.txt"],
        &["list", "levels", "native.txt", "--json"],
        &["show", "level.txt", "native.txt"],
        &["show", "level.txt", "--format", "glyphs"],
        &["show", "native.txt", "--format", "native"],
        &["show", "native.txt", "--format", "matrix"],
        &["show", "native.txt", "--format", "svg"],
        &["check", "level.txt", NASTY],
        &["check", "native.txt", NASTY],
        &["check", "native.txt", NASTY, "--json"],
        &["show", "native.txt", "--after", NASTY],
        &["show", "native.txt", "--format", NASTY],
        &["solve", "native.txt", "--level", NASTY],
        &["solve", "native.txt", "--level", &format!("{NASTY}x")],
        &["solve", "native.txt", "--algorithm", NASTY],
        &["solve", "native.txt", "--algorithm", "astar", "--heuristic", NASTY],
        &["solve", NASTY],
        &["solve", &format!("@{NASTY}")],
        &[NASTY],
        &[&format!("--{NASTY}")],
    ] {
        let run = folder.run(args);
        run.is_harmless();
        assert!(!run.err.contains("bug in Quadrille"), "{args:?}: {}", run.err);
    }
    let lines = folder.run(&["solve", "native.txt", "--json"]).json();
    assert_eq!(lines[0]["level"], NASTY, "a program reads the exact name");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::io::Write;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Stdio};

    #[test]
    fn escapes_in_names_of_files_are_harmless() {
        let folder = Folder::new();
        let name = format!("{NASTY}.txt");
        folder.write(&name, "level a\nr ?\n. R\n");
        folder.run(&["solve", &name]).is_refused(&["'?' is not a"]);
        folder.run(&["solve", &name, "--json"]).is_refused(&["'?' is not a"]);
        folder.run(&["solve", "evil.txt"]).is_refused(&["no such file"]);
        let bytes = std::ffi::OsStr::from_bytes(b"\xff\x1b.txt");
        let output = folder.command(&["solve"]).arg(bytes).output().unwrap();
        crate::common::Run::of(output).is_refused(&["no such file"]);
    }

    #[test]
    fn a_file_without_permission() {
        let folder = Folder::with(QUICK);
        let path = folder.path("level.txt");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
        if fs::read(&path).is_ok() {
            println!("skipped: this user may read everything");
            return;
        }
        folder.run(&["solve", "level.txt"]).is_refused(&["no permission", "level.txt", "help"]);
    }

    #[test]
    fn devices_without_end() {
        let folder = Folder::new();
        folder.run(&["solve", "/dev/zero"]).is_refused(&["longer than 16 MiB"]);
        folder.run(&["solve", "/dev/null"]).is_refused(&["the text is empty"]);
    }

    #[test]
    fn a_pipe_without_end() {
        let folder = Folder::new();
        let made = Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap();
        assert!(made.success());
        let path = folder.path("pipe");
        let writer = std::thread::spawn(move || {
            let mut pipe = fs::OpenOptions::new().write(true).open(path).unwrap();
            while pipe.write_all(&[b'.'; 1 << 16]).is_ok() {}
        });
        folder.run(&["solve", "pipe"]).is_refused(&["longer than 16 MiB"]);
        writer.join().unwrap();
    }

    #[test]
    fn the_standard_input() {
        let folder = Folder::new();
        let run = |text: &[u8]| {
            let mut child = folder
                .command(&["solve", "-", "--json"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // The command stops reading at its limit.
            let _ = child.stdin.take().unwrap().write_all(text);
            crate::common::Run::of(child.wait_with_output().unwrap())
        };
        let good = run(QUICK.as_bytes());
        assert_eq!(good.code, Some(0));
        assert_eq!(
            (&good.json()[0]["file"], &good.json()[0]["level"]),
            (&"-".into(), &"quick".into())
        );
        run(b"").is_refused(&["the text is empty"]);
        run(&vec![b'\n'; 17 << 20]).is_refused(&["longer than 16 MiB"]);
    }
}
