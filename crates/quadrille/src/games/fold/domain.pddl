; Folding Blocks. To choose a piece and an axis costs 1; then all cells are looked at in steps without a cost that leave no choice. A
; piece that cannot be mirrored over the axis gets stuck on the way, so that the plan cannot go on.
(define (domain quadrille-fold)
  (:requirements :strips :typing :action-costs)
  (:types cell piece axis)
  (:predicates
    (first ?at - cell ?axis - axis)          ; where to begin
    (after ?at ?to - cell ?axis - axis)
    (final ?at - cell ?axis - axis)          ; where to end
    (edge ?at - cell ?axis - axis)           ; on the side of the piece, beside the axis
    (image ?from ?at - cell ?axis - axis)    ; the image of a cell
    (lone ?at - cell ?axis - axis)           ; the piece must not have it
    (of ?at - cell ?piece - piece)
    (not-of ?at - cell ?piece - piece)
    (free ?at - cell)
    (covered ?at - cell)
    (idle)
    (folding ?piece - piece ?axis - axis ?at - cell)
    (looked ?piece - piece ?axis - axis ?at - cell))
  (:functions (total-cost) - number)

  (:action choose
    :parameters (?piece - piece ?axis - axis ?edge ?at - cell)
    :precondition (and (idle) (edge ?edge ?axis) (of ?edge ?piece) (first ?at ?axis))
    :effect (and (not (idle)) (folding ?piece ?axis ?at) (increase (total-cost) 1)))

  (:action copy
    :parameters (?piece - piece ?axis - axis ?from ?at - cell)
    :precondition (and (folding ?piece ?axis ?at) (image ?from ?at ?axis) (of ?from ?piece) (free ?at))
    :effect (and (not (folding ?piece ?axis ?at)) (looked ?piece ?axis ?at) (not (free ?at)) (covered ?at)
      (of ?at ?piece) (not (not-of ?at ?piece)) (increase (total-cost) 0)))

  (:action leave
    :parameters (?piece - piece ?axis - axis ?from ?at - cell)
    :precondition (and (folding ?piece ?axis ?at) (image ?from ?at ?axis) (not-of ?from ?piece) (not-of ?at ?piece))
    :effect (and (not (folding ?piece ?axis ?at)) (looked ?piece ?axis ?at) (increase (total-cost) 0)))

  (:action leave-lone
    :parameters (?piece - piece ?axis - axis ?at - cell)
    :precondition (and (folding ?piece ?axis ?at) (lone ?at ?axis) (not-of ?at ?piece))
    :effect (and (not (folding ?piece ?axis ?at)) (looked ?piece ?axis ?at) (increase (total-cost) 0)))

  (:action go-on
    :parameters (?piece - piece ?axis - axis ?at ?to - cell)
    :precondition (and (looked ?piece ?axis ?at) (after ?at ?to ?axis))
    :effect (and (not (looked ?piece ?axis ?at)) (folding ?piece ?axis ?to) (increase (total-cost) 0)))

  (:action end
    :parameters (?piece - piece ?axis - axis ?at - cell)
    :precondition (and (looked ?piece ?axis ?at) (final ?at ?axis))
    :effect (and (not (looked ?piece ?axis ?at)) (idle) (increase (total-cost) 0))))
