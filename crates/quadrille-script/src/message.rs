//! The messages about scripts, with their English templates.

quadrille::messages! {
    // Boards of a puzzle.
    foreign_cell(game) "this is not a {game} cell", "choose the game the board was made for";
    script_problem(text) "{text}", "change the board";
    script_fails(cause) "the rules fail on this board: {cause}", "correct the script of the puzzle";

    // Any script.
    in_script(name, cause) "@{name}, {cause}";
    at_column(line, column, cause) "line {line}, column {column}: {cause}";
    script_message(text) "{text}";
    long_script(limit) "the text has more than {limit} bytes";
    endless_script() "the script takes too many steps for one board; does it loop?";
    board_in_use()
        "a closure asks the board while one of the board's own lists is gone through; \
         put the list into a variable first: let goals = board.goals;";
    missing_function(name, about) "there is no function {name} in the script; it is {about}";
    wrong_arguments(name, count, about)
        "the function {name} takes {count|# argument|# arguments}; it is {about}";
    wrong_value(function, value, expected) "{function} gave {value} in place of {@expected}";

    // Heuristics.
    no_estimate_function(name) "there is no function {name}(board) in the script";
    script_of_game(own, game) "the script is for {own}, not for {game}";
    not_an_estimate(value) "it gave {value}, which is not an estimate";
    unknown_script_game(game, games) "there is no game '{game}'; there are {games}";

    // The constants of a puzzle.
    missing_constant(name, about) "there is no 'const {name} = …;' in the script: {about}";
    constant_not_text(name, value) "{name} is {value} in place of a text";
    bad_id(id)
        "ID is '{id}'; it has 1 to 24 small letters from a to z, since it is part of share codes";
    taken_id(id) "ID: there is a game '{id}' already";
    bad_move(value, kinds) "MOVE is \"{value}\"; it is one of {kinds}";
    wrong_cell_count(count, limit) "CELLS has {count|# entry|# entries}; it has 1 to {limit}";
    wrong_cell(number, cause) "CELLS, entry {number}: {cause}";
    cell_not_map(example, value) "a cell is written as {example}, not as {value}";
    unknown_cell_key(key) "a cell has no '{key}'";
    misspelt_cell_key(key, near) "a cell has no '{key}'; did you mean '{near}'?";
    no_glyph() "it needs a glyph";
    bad_glyph(glyph) "'{glyph}' is not a glyph: it has 1 to 4 characters, none blank";
    glyph_twice(glyph) "another cell has the glyph '{glyph}'";
    bad_ground(ground) "'{ground}' is not a ground: floor, wall, hole or goal";
    several_pieces() "a cell has one of block, disc and joined";
    key_not_text(key, value) "its {key} is {value} in place of a text";
    bad_colour_number(number, limit) "there is no colour {number}: from 0 to {limit}";
    colour_not_name(value) "a colour is a name or a number, not a {value}";
    unknown_colour(name, names) "there is no colour '{name}'; there are {names}";
    too_many_puzzles() "the program has read too many different puzzles; restart it";
}
