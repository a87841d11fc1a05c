//! All messages of the library, with their English templates.
//!
//! The Portuguese templates are in the page (`texts/messages-pt.js`); a test compares both tables.

crate::messages! {
    // Texts as a whole.
    zero_byte() "this is not text: it contains a zero byte", "give a text file with levels";
    empty_text() "the text is empty", "write the rows of a board, one per line";
    too_many_levels(number, limit)
        "this is level {number}; a text holds at most {limit}", "split the text into several";
    too_many_cells(limit)
        "the boards up to this one have more than {limit} cells", "split the text into several";
    unknown_format()
        "this is not a level in any known format",
        "write the rows of a board, one per line, or a list of rows";
    several_games(games, first)
        "this could be a level of several games: {games}",
        "name the game with a line 'game: {first}'";
    empty_board(first)
        "the board is empty and could belong to any game",
        "name the game with a line 'game: {first}'";
    no_level(games, readings, first)
        "this is not a level of {games} ({readings})",
        "correct it, or name the game with a line 'game: {first}'";
    as_game(game, place, cause) "as {game}, at {place}: {cause}";
    other_game(game, other, cause)
        "read as {game}; as {other}: {cause}",
        "if {other} is meant, correct this; otherwise name the game with a line 'game: {game}'";
    other_format(format, other, game, cause)
        "read as {format}; as {other} of {game}: {cause}", "if {other} is meant, correct this";
    only_game(game) "read as {game}, the only game with these cells";
    wrong_game(game, wanted)
        "this is a {game} level, not a {wanted} level", "choose {game}, or no game";
    unknown_game(name, games) "there is no game '{name}'", "the games are {games}";

    // Boards.
    unknown_cell(cell, game, cells) "'{cell}' is not a {game} cell", "{game} cells: {cells}";
    unknown_format_cell(cell, game, format, cells)
        "'{cell}' is not a {game} cell", "{game} cells in the format '{format}': {cells}";
    no_board() "the level has no board", "write its rows below, one per line";
    too_many_rows(limit)
        "the board has more than {limit} rows", "boards have up to {limit}x{limit} cells";
    too_many_columns(limit)
        "this row has more than {limit} cells", "boards have up to {limit}x{limit} cells";
    line_too_long(limit)
        "this line is too long for a row of a board", "rows have up to {limit} cells, one row per line";
    ragged_row(cells, others)
        "this row has {cells|# cell|# cells}; the others have {others}",
        "make all rows of the board equally long";
    commented_row()
        "this line is a comment, not a row of the board", "remove the comment sign if it is a row";
    joined_rows(cell)
        "'{cell}' is read as one cell of a single row",
        "if a row ends within it, write one row of the board per line";
    name_like_row(name)
        "the name '{name}' ends like a row of the board",
        "begin the board on the line below the name, or write the name in quotes";

    // Boards as plain lines.
    optimum_twice() "the length of the plan is given twice", "remove one of the two";
    not_solved_at_start()
        "the length of the shortest plan is 0, but the board is not solved",
        "if the last line is a row, make it as long as the others; otherwise correct the number";
    blank_line_in_level()
        "there is a blank line before this row of the level",
        "remove the blank line, or begin the next level with 'level NAME'";
    glued_head()
        "this looks like the head of a level",
        "write 'level NAME' with a blank between; cells may have blanks between too";
    bad_quoted_name()
        "the quoted name does not end, or has an unknown escape",
        "write the name between two '\"', as in JSON";
    bad_head_length(value, key)
        "'{value}' is not a number of moves", "write {key}=12, or unsolvable";
    word_in_head(word)
        "'{word}' is not expected after the name or the length of the plan",
        "write the name right after 'level', in quotes if it looks like something else";
    unnamed_level()
        "the level has no name",
        "write 'level NAME', or 'level \"\"' for a level without a name";
    commented_head()
        "this line is a comment; no level begins here",
        "remove the comment sign if a level begins here";
    row_above_head()
        "this row is above the head of a level",
        "move it below the head, or put a blank line between";
    single_row()
        "this level has a single row; others have more", "write one row of the board per line";
    split_by_blank_line()
        "a new level begins here, because of the blank line above",
        "if it is one level, remove the blank line; name levels with 'level NAME'";

    // Frames around boards.
    column_numbers()
        "this line counts the columns and is not read as a row",
        "if it is a row, write the board without bars";
    head_length(numbers, columns)
        "the head has {numbers|# column number|# column numbers} and the board \
         {columns|# column|# columns}",
        "number all columns from 0 or 1, or remove the numbers";
    numbering_differs(head, rows)
        "the columns are numbered from {head} and the rows from {rows}",
        "number both from 0 or both from 1, or remove the numbers";
    row_like_head()
        "this row could be the numbers of the columns", "if it is, let it count up, without a number before its '|'";
    odd_bar() "this row has a '|'; others have none", "put a '|' before every row, or before none";
    missing_bar()
        "this row has no '|'; others have one", "put a '|' before every row, or before none";
    ruler_between_rows()
        "this ruler is between two rows",
        "draw rulers between all rows, or only above and below the board";
    bars_misplaced()
        "the bars of this row are not where those of the others are",
        "draw the same bars in every row, or none";
    bars_differ(bars, others)
        "this row has {bars|# bar|# bars}; the others have {others}",
        "draw the same bars in every row, or none";
    numbers_or_cells()
        "the first column could be row numbers or cells",
        "draw a '|' before it if it is part of the board, or write the board without bars";
    row_without_cells()
        "this row has no cells", "write its cells after the '|', or remove the line";
    cells_between_bars(cells)
        "there {cells|is # cell|are # cells} between two bars",
        "draw bars between all cells, or only at the sides of the board";
    unnumbered_row()
        "this row has no number; others have one",
        "count rows up from 0 or 1, remove the numbers, or draw a '|' before the first cell";
    wrong_row_number(number)
        "'{number}' is not the number of this row",
        "count rows up from 0 or 1, remove the numbers, or draw a '|' before the first cell";

    // Boards as pictures.
    open_row()
        "this row is shorter than others, and no wall closes it",
        "it is filled up with floor; write '-' for floor to make that plain";
    cut_row()
        "this row and the next have as many walls together as the board has columns",
        "if they are one row, join the lines";
    spaced_picture()
        "every second column is blank, and each blank is read as floor",
        "write the cells of a row without blanks between them";
    picture_split_by_blank_line()
        "a new level begins here, because of the blank line above",
        "put walls around each level, or a line with its name between them";
    odd_line_end()
        "a row ends here with another line end than the other rows",
        "end all lines in the same way, or remove this character";
    row_in_remark()
        "this could be a row of the board; it is read as part of the line",
        "write each row on a line of its own";

    // Boards as lists.
    commented_list()
        "this comment is not read", "remove the comment sign if it is part of a board";
    open_bracket(closing) "this bracket is never closed", "add the missing '{closing}'";
    stray_comma()
        "there is nothing before this comma", "remove the comma, or write what is missing";
    missing_comma() "there is no comma before this", "separate cells and rows by commas";
    open_quote() "this quote is never closed", "close it before the end of the line";
    stray_sign(sign)
        "'{sign}' does not belong in a list",
        "a list holds cells in quotes or numbers, separated by commas";
    stray_equals() "'=' does not belong here", "write: name = [[…], […]]";
    no_bracket() "a list begins with a bracket", "write: name = [[…], […]]";
    no_list() "there is no list after the name", "write: name = [[…], […]]";
    closed_bracket() "this bracket was never opened", "remove it";
    deep_brackets()
        "brackets are nested too deep",
        "a board is a list of rows, and a file may be a list of boards: three brackets at most";
    list_among_cells()
        "there is a list among cells", "close the row before the next one begins";
    unnamed_board() "this board has no name", "write \"name\": before it";
    bad_board_name() "this is not the name of a board", "write \"name\": [[…], […]]";
    no_colon() "there is no ':' after this name", "write \"name\": [[…], […]]";
    mixed_quotes()
        "some cells of the board are in quotes and some are not", "write all cells in one way";
    cell_among_rows(cell) "'{cell}' is between rows", "put it into one of the rows";
    wrong_bracket(closing, opening, expected)
        "'{closing}' does not close '{opening}'", "close it with '{expected}'";
    mixed_list() "rows, boards and cells are mixed in one list", "a board is a list of rows";
    flat_list()
        "this is one list of cells, not a board", "a board is a list of rows: [[…], […]]";
    empty_list() "this list is empty", "a board has at least one row and one cell";
    outside_lists(word)
        "'{word}' is outside all lists",
        "put it into a list or after a '#', or write 'name =' before a list";

    // Lists of ZHED cells.
    missing_size()
        "the size of the board is missing", "begin a list of cells with a line 'width height'";
    blank_line_in_list()
        "there is a blank line before this cell of the list",
        "remove the blank line, or write the size of the next level below it";
    commented_cell()
        "this line is a comment, not a cell", "remove the comment sign if it is a cell";
    cell_twice(column, row) "the cell {column} {row} is given twice", "remove one of the lines";
    bad_width(width, limit) "the width of a board cannot be {width}", "a side has 1 to {limit} cells";
    bad_height(height, limit)
        "the height of a board cannot be {height}", "a side has 1 to {limit} cells";
    cell_words(words)
        "this line has {words|# word|# words}; a cell has three",
        "write column, row and value, as in '3 0 2'";
    not_a_number(text)
        "'{text}' is not a whole number", "write column, row and value, as in '3 0 2'";
    column_off_board(column, last)
        "column {column} is not on the board", "the columns of this board are 0 to {last}";
    row_off_board(row, last)
        "row {row} is not on the board", "the rows of this board are 0 to {last}";
    number_too_large(number, limit)
        "the number {number} is too large", "numbers go from 1 to {limit}";
    bad_cell_value(value, limit)
        "{value} is not the value of a cell",
        "write a number from 1 to {limit}, -2 for a goal, -1 for a filled cell, -3 for a filled goal";

    // The native format.
    game_missing(games) "the level does not name its game", "write 'game: …' above it: {games}";
    first_level_unnamed()
        "the first level has no name", "write 'name: …' on a line above its board";
    size_differs(stated, size)
        "the key 'size' says {stated}, but the board is {size}", "correct one of them";
    key_twice(key) "'{key}:' is given twice", "remove one of the lines";
    keys_exclude(first, second)
        "'{first}:' and '{second}:' exclude each other", "remove one of the lines";
    blank_line_in_board()
        "there is a blank line before this row of the level",
        "remove the blank line, or begin the next level with 'game: …'";
    bad_size(size, limit)
        "'{size}' is not the size of a board",
        "write rows x columns, as in 6x8; a side has 1 to {limit} cells";
    bad_length(value)
        "'{value}' is not a number of moves",
        "write a number, or none for a level without a solution";
    bad_difficulty(value)
        "'{value}' is not a difficulty", "write the score of a rating, a whole number";
    bad_theme(value, themes) "'{value}' is not a theme", "the themes are {themes}";
    bad_solution(cause)
        "the solution does not solve the level: {cause}", "correct it, or remove the line";
    shorter_solution(cost, optimal)
        "the solution costs {cost}, but {optimal} is given as optimal", "correct one of them";
    cut_key(word, key)
        "'{word}' looks like a part of the key '{key}:'", "write '{key}: …', or remove the line";
    unknown_key(key, keys) "there is no key '{key}'", "the keys are {keys}";

    // Share codes.
    not_a_code() "this is not a share code", "copy the whole code";
    code_game(game, games)
        "the share code is for '{game}', and there is no such game", "the games are {games}";
    code_version(version, newest)
        "the share code has version {version}; this program reads versions up to {newest}",
        "update the program";
    damaged_code()
        "the share code is damaged: a part is missing or was changed", "copy the whole code again";
    code_unfit(cause) "the board in the share code is not a level: {cause}", "copy the code again";

    // Writing.
    unknown_output_format(format, formats)
        "there is no format '{format}' for this game", "the formats are {formats}";
    unwritable_cell(format, cell, at)
        "the format '{format}' has no sign for '{cell}' (at {at})", "use the format 'native'";

    // Moves and plans.
    not_a_direction(text)
        "'{text}' is not a direction",
        "write U, D, L or R, with blanks or commas between moves";
    not_a_key(text)
        "'{text}' is not a move",
        "write U, D, L or R for an arrow, X for the action key and . for a turn without a key";
    not_a_cell_move(text, example)
        "'{text}' is not a move",
        "write row,column and a direction (U, D, L or R), as in '{example}'";
    not_a_touch(text, example)
        "'{text}' is not a move", "write row,column, as in '{example}'";
    not_a_piece_move(text, example)
        "'{text}' is not a move",
        "write a piece (1-9, a-z, A-Z or a number) and a direction (U, D, L or R), as in '{example}'";
    illegal_move(number, played, cause) "move {number} ({played}) is illegal: {cause}";
    direction_expected(game) "a move of {game} is a direction", "write U, D, L or R";
    cell_move_expected(game)
        "a move of {game} is a cell and a direction", "write row,column and a direction: 0,1R";
    piece_move_expected(game)
        "a move of {game} is a piece and a direction", "write a piece and a direction: 1R";
    off_board(at, size) "{at} is not on the board, which is {size}";
    no_block_moves(direction) "no block can go {@direction}";
    no_number_at(at) "there is no number at {at}", "start at a number";
    number_used(at) "the number at {at} is already used", "choose another number";
    no_piece_at(at) "there is no piece at {at}";
    border_beside(at, direction)
        "the piece at {at} cannot go {@direction}: the board ends there";
    nothing_to_swap(at) "there is no piece to swap with at {at}";
    swap_without_match()
        "after the swap neither piece is beside another of its colour",
        "a swap must bring a piece beside its own colour";
    unknown_action(action)
        "'{action}' is not an action of the level in PDDL",
        "write the level with 'quadrille show --format pddl-domain' and 'pddl-problem'";
    no_such_piece(piece) "there is no piece {piece}";
    fold_off_board(piece) "the fold of piece {piece} would leave the board";
    fold_on_hole(piece, at) "the fold of piece {piece} would cover a hole at {at}";
    fold_on_piece(piece, at) "the fold of piece {piece} would cover another piece at {at}";
    no_player() "there is no player on the board", "add a player, '@'";
    player_at_border(direction) "the player cannot go {@direction}: the board ends there";
    player_at_wall(direction) "the player cannot go {@direction}: there is a wall";
    box_blocked(at, direction)
        "the box at {at} cannot go {@direction}: the cell behind it is not free";
    not_solved(moves) "the level is not solved after {moves|# move|# moves}";
    wrong_cost(claimed, counted) "the plan costs {counted}, not {claimed}";

    // Boards that are not levels of their game.
    foreign_cell(game)
        "a cell of the board does not exist in {game}", "choose the game it was made for";
    none_on_board(noun, glyph)
        "there is no {@noun} on the board", "add one: '{glyph}'";
    too_few(count, needed, nouns, glyph)
        "the board has {count} of {needed} {@nouns}", "add more: '{glyph}'";
    too_many(count, nouns, limit)
        "there are {count} {@nouns} on the board; the limit is {limit}", "remove some";
    board_too_small(size, game) "the board is {size}; {game} needs at least 2x2", "add rows or columns";
    no_goal_of_colour(goal)
        "there is no goal on the board", "add a goal of a block's colour, such as {goal}";
    no_block() "there is no block on the board", "add a block and a goal of its colour";
    too_many_blocks(blocks, limit)
        "the board has {blocks} blocks; the limit is {limit}", "remove some";
    too_few_blocks(colour, blocks, goals)
        "colour {colour} has {goals|# goal|# goals} but {blocks|# block|# blocks}",
        "add a block of the colour or remove a goal";
    bad_number(number, limit)
        "the number {number} is not between 1 and {limit}", "numbers go from 1 to {limit}";
    no_goal() "there is no goal on the board", "add a goal, 'G'";
    no_number(limit) "there is no number on the board", "add numbers from 1 to {limit}";
    not_by_fours(colour, pieces, more, fewer)
        "colour {colour} has {pieces|# piece|# pieces}, which is not a multiple of four",
        "pieces vanish by fours: add {more} or remove {fewer}";
    no_piece() "there is no piece on the board", "add a piece, such as '1'";
    bad_identity(limit)
        "the identity of a piece is not between 1 and {limit}", "use one of {limit} identities";

    unfit_board() "the board is not a level of the game", "correct the board";

    // Solving.
    bad_method(cause) "{cause}";
    unknown_name(noun, name, names) "there is no {@noun} '{name}'; there are {names}";
    misspelt_name(noun, name, near) "there is no {@noun} '{name}'; did you mean {near}?";
    unknown_option(method, name, options)
        "'{method}' has no option '{name}'; it has {options}";
    no_options(method) "'{method}' takes no options";
    too_many_options(method, count, options)
        "'{method}' takes {count|# option|# options}: {options}";
    bad_option(value, option, method, expected)
        "'{value}' is not a {option} for '{method}'; expected {expected}";
    option_twice(option) "{option} is given twice";
    one_of(words) "one of {words}";
    whole_between(least, most) "a whole number from {least} to {most}";
    whole_or_none() "a whole number from 1, or none";
    positive_number() "a number such as 2 or 1.5";
    any_number() "a number such as 2, 1.5 or -30";
    open_quotes() "the quotes hold no name or are not closed";
    unexpected_sign(sign, column, expected) "'{sign}' at column {column} where {@expected} should be";
    unexpected_end(expected) "the text ends where {@expected} should be";
    no_arguments(name) "'(' is missing after {name}";
    deep_formula(limit) "brackets go deeper than {limit}";
    long_formula(limit) "the formula has more than {limit} parts";
    bad_weight(text) "'{text}' is not a weight; expected a number such as 2 or 0.5";
    no_heuristic_used(algorithm, heuristic)
        "the algorithm '{algorithm}' uses no heuristic, so '{heuristic}' would change nothing";
    no_pushes(game)
        "{game} does not count pushes",
        "leave 'in pushes' out; sokoban counts them";
    not_in_pushes(heuristic, own)
        "the heuristic '{heuristic}' estimates moves, not pushes",
        "leave it out, or use '{own}'";
    unknown_custom(name) "there is no heuristic with the name {name} here";
    heuristic_failed(heuristic, cause) "the heuristic {heuristic} failed: {cause}";
    rules_failed(cause) "the rules of the game failed: {cause}", "correct its script";
    bug(cause)
        "this is a bug in Quadrille: the plan of the solver fails the check: {cause}",
        "report the level and the method";
    no_example(game) "there is no example of {game}", "name a level";
    film_too_long(frames, limit)
        "an animation of {frames} positions is too long",
        "a GIF of this board shows up to {limit}: choose a shorter plan, or write it as SVG";

    // Levels that are to be made.
    unequal_costs(game)
        "levels of {game} cannot be made: its moves have different costs", "choose another game";
    size_too_small(size, game, least, limit)
        "{size} is too small for {game}", "a side has {least} to {limit} cells";
    bad_move_range(least, most)
        "no level has {least} to {most} moves", "write the fewest and the most moves, as in 8..12";
    no_stoppers(game) "{game} has no stoppers", "ask for none, or choose another game";
    too_many_stoppers(stoppers, game, limit)
        "no level has {stoppers} stoppers", "a {game} level has up to {limit}";
    only_stoppers(stoppers, pieces, nouns)
        "{stoppers} of {pieces} {@nouns} cannot be stoppers",
        "at least one has a goal: ask for more {@nouns} or fewer stoppers";
    bad_piece_range(least, most, nouns, game, limit)
        "no level has {least} to {most} {@nouns}",
        "a {game} level has 1 to {limit} {@nouns}, as in 2..4";
}
