//! The messages of PuzzleScript games about boards and moves.

quadrille::messages! {
    not_a_cell_of_the_game(game) "this is not a cell of {game}", "choose the game the board was made for";
    too_many_combinations(game)
        "too many different combinations of objects for {game}", "start the program anew";
    level_is_won() "the level is won", "undo a move, or go to the next level";
    key_does_nothing() "nothing changes", "press another key";
    key_never_ends()
        "this key starts an animation that never ends", "press another key, or undo a move";
    not_a_key_of_the_game(game)
        "this is not a move of {game}", "press an arrow, or the action key where the game has one";
    rules_do_not_end(cause) "the rules of the game fail: {cause}", "correct the rules";
}
