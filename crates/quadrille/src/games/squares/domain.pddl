; Squares. A swap costs 1; then, in steps without a cost that leave no choice, corners are looked at in reading order. The first square of one
; colour is cleared, the pieces close up (every column upwards, then every row to the left), and the look begins anew. ?spot is where the next
; piece of the line comes to rest.
(define (domain quadrille-squares)
  (:requirements :strips :typing :action-costs)
  (:types cell direction colour)
  (:predicates
    (next-to ?at ?to - cell)
    (beside ?at ?to ?other - cell)               ; ?to is next to ?at, and ?other is next to ?to
    (different ?colour ?other - colour)
    (first-corner ?at - cell)
    (corner-after ?at ?to - cell)
    (last-corner ?at - cell)
    (square ?at ?right ?below ?across - cell)
    (in-square ?at ?other - cell)                ; another cell of the square with this corner
    (first ?at - cell ?way - direction)          ; where to begin to close up
    (behind ?at ?to - cell ?way - direction)     ; the next cell of the same line
    (line-after ?at ?to - cell ?way ?then - direction) ; the first cell of the next line
    (final ?at - cell ?way - direction)          ; where all is closed up
    (piece ?at - cell ?colour - colour)
    (blank ?at - cell)
    (idle)
    (looking ?at - cell)
    (closing ?at ?spot - cell ?way - direction))
  (:functions (total-cost) - number)

  (:action swap
    :parameters (?at ?to ?other ?corner - cell ?colour ?swapped - colour)
    :precondition (and (idle) (beside ?at ?to ?other) (piece ?at ?colour) (piece ?to ?swapped) (piece ?other ?colour)
      (different ?colour ?swapped) (first-corner ?corner))
    :effect (and (not (idle)) (not (piece ?at ?colour)) (piece ?at ?swapped) (not (piece ?to ?swapped)) (piece ?to ?colour)
      (looking ?corner) (increase (total-cost) 1)))

  (:action swap-equal
    :parameters (?at ?to ?corner - cell ?colour - colour)
    :precondition (and (idle) (next-to ?at ?to) (piece ?at ?colour) (piece ?to ?colour) (first-corner ?corner))
    :effect (and (not (idle)) (looking ?corner) (increase (total-cost) 1)))

  (:action clear
    :parameters (?at ?right ?below ?across ?start - cell ?way - direction ?colour - colour)
    :precondition (and (looking ?at) (square ?at ?right ?below ?across) (piece ?at ?colour) (piece ?right ?colour)
      (piece ?below ?colour) (piece ?across ?colour) (first ?start ?way))
    :effect (and (not (looking ?at)) (not (piece ?at ?colour)) (not (piece ?right ?colour)) (not (piece ?below ?colour))
      (not (piece ?across ?colour)) (blank ?at) (blank ?right) (blank ?below) (blank ?across) (closing ?start ?start ?way)
      (increase (total-cost) 0)))

  (:action look-on-from-blank
    :parameters (?at ?to - cell)
    :precondition (and (looking ?at) (blank ?at) (corner-after ?at ?to))
    :effect (and (not (looking ?at)) (looking ?to) (increase (total-cost) 0)))

  (:action look-on-beside-blank
    :parameters (?at ?other ?to - cell ?colour - colour)
    :precondition (and (looking ?at) (piece ?at ?colour) (in-square ?at ?other) (blank ?other) (corner-after ?at ?to))
    :effect (and (not (looking ?at)) (looking ?to) (increase (total-cost) 0)))

  (:action look-on-beside-another
    :parameters (?at ?other ?to - cell ?colour ?another - colour)
    :precondition (and (looking ?at) (piece ?at ?colour) (in-square ?at ?other) (piece ?other ?another)
      (different ?colour ?another) (corner-after ?at ?to))
    :effect (and (not (looking ?at)) (looking ?to) (increase (total-cost) 0)))

  (:action end-at-blank
    :parameters (?at - cell)
    :precondition (and (looking ?at) (blank ?at) (last-corner ?at))
    :effect (and (not (looking ?at)) (idle) (increase (total-cost) 0)))

  (:action end-beside-blank
    :parameters (?at ?other - cell ?colour - colour)
    :precondition (and (looking ?at) (piece ?at ?colour) (in-square ?at ?other) (blank ?other) (last-corner ?at))
    :effect (and (not (looking ?at)) (idle) (increase (total-cost) 0)))

  (:action end-beside-another
    :parameters (?at ?other - cell ?colour ?another - colour)
    :precondition (and (looking ?at) (piece ?at ?colour) (in-square ?at ?other) (piece ?other ?another)
      (different ?colour ?another) (last-corner ?at))
    :effect (and (not (looking ?at)) (idle) (increase (total-cost) 0)))

  (:action pass
    :parameters (?at ?to ?spot - cell ?way - direction)
    :precondition (and (closing ?at ?spot ?way) (blank ?at) (behind ?at ?to ?way))
    :effect (and (not (closing ?at ?spot ?way)) (closing ?to ?spot ?way) (increase (total-cost) 0)))

  (:action close-up
    :parameters (?at ?spot ?next - cell ?way - direction ?colour - colour)
    :precondition (and (closing ?at ?spot ?way) (piece ?at ?colour) (blank ?spot) (behind ?spot ?next ?way))
    :effect (and (not (piece ?at ?colour)) (blank ?at) (piece ?spot ?colour) (not (blank ?spot))
      (not (closing ?at ?spot ?way)) (closing ?at ?next ?way) (increase (total-cost) 0)))

  (:action stay
    :parameters (?at ?to - cell ?way - direction ?colour - colour)
    :precondition (and (closing ?at ?at ?way) (piece ?at ?colour) (behind ?at ?to ?way))
    :effect (and (not (closing ?at ?at ?way)) (closing ?to ?to ?way) (increase (total-cost) 0)))

  (:action next-line
    :parameters (?at ?to ?spot - cell ?way ?then - direction)
    :precondition (and (closing ?at ?spot ?way) (blank ?at) (line-after ?at ?to ?way ?then))
    :effect (and (not (closing ?at ?spot ?way)) (closing ?to ?to ?then) (increase (total-cost) 0)))

  (:action next-line-after-piece
    :parameters (?at ?to - cell ?way ?then - direction ?colour - colour)
    :precondition (and (closing ?at ?at ?way) (piece ?at ?colour) (line-after ?at ?to ?way ?then))
    :effect (and (not (closing ?at ?at ?way)) (closing ?to ?to ?then) (increase (total-cost) 0)))

  (:action look-again
    :parameters (?at ?spot ?corner - cell ?way - direction)
    :precondition (and (closing ?at ?spot ?way) (blank ?at) (final ?at ?way) (first-corner ?corner))
    :effect (and (not (closing ?at ?spot ?way)) (looking ?corner) (increase (total-cost) 0)))

  (:action look-again-after-piece
    :parameters (?at ?corner - cell ?way - direction ?colour - colour)
    :precondition (and (closing ?at ?at ?way) (piece ?at ?colour) (final ?at ?way) (first-corner ?corner))
    :effect (and (not (closing ?at ?at ?way)) (looking ?corner) (increase (total-cost) 0))))
