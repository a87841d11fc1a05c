; Sokoban as Quadrille plays it: every step of the player costs 1, a push too.
(define (domain quadrille-sokoban)
  (:requirements :strips :typing)
  (:types cell direction)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (player ?at - cell)
    (box ?at - cell)
    (clear ?at - cell)) ; no box is there

  (:action walk
    :parameters (?from ?to - cell ?way - direction)
    :precondition (and (player ?from) (next ?from ?to ?way) (clear ?to))
    :effect (and (not (player ?from)) (player ?to)))

  (:action push
    :parameters (?from ?at ?to - cell ?way - direction)
    :precondition (and (player ?from) (next ?from ?at ?way) (box ?at) (next ?at ?to ?way) (clear ?to))
    :effect (and (not (player ?from)) (player ?at) (not (box ?at)) (clear ?at) (box ?to) (not (clear ?to)))))
