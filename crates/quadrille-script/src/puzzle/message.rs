//! What a puzzle script says about its boards.

quadrille::messages! {
    foreign_cell(game) "this is not a {game} cell", "choose the game the board was made for";
    script_problem(text) "{text}", "change the board";
    script_fails(cause) "the rules fail on this board: {cause}", "correct the script of the puzzle";
}
