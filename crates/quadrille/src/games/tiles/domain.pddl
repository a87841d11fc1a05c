; Match-the-Tiles. To choose a direction costs 1; then all cells are looked at, line by line from the far end, in steps without a
; cost that leave no choice. ?spot is where the next block of the line comes to rest.
(define (domain quadrille-tiles)
  (:requirements :strips :typing :action-costs)
  (:types cell direction colour)
  (:predicates
    (first ?at - cell ?way - direction)          ; where to begin
    (behind ?at ?to - cell ?way - direction)     ; the next cell of the same line
    (line-after ?at ?to - cell ?way - direction) ; the first cell of the next line
    (final ?at - cell ?way - direction)          ; where to end
    (block ?at - cell ?colour - colour)
    (empty ?at - cell)
    (idle)
    (sliding ?at ?spot - cell ?way - direction))
  (:functions (total-cost) - number)

  (:action choose
    :parameters (?at - cell ?way - direction)
    :precondition (and (idle) (first ?at ?way))
    :effect (and (not (idle)) (sliding ?at ?at ?way) (increase (total-cost) 1)))

  (:action pass
    :parameters (?at ?to ?spot - cell ?way - direction)
    :precondition (and (sliding ?at ?spot ?way) (empty ?at) (behind ?at ?to ?way))
    :effect (and (not (sliding ?at ?spot ?way)) (sliding ?to ?spot ?way) (increase (total-cost) 0)))

  (:action slide
    :parameters (?at ?spot ?next - cell ?way - direction ?colour - colour)
    :precondition (and (sliding ?at ?spot ?way) (block ?at ?colour) (empty ?spot) (behind ?spot ?next ?way))
    :effect (and (not (block ?at ?colour)) (empty ?at) (block ?spot ?colour) (not (empty ?spot))
      (not (sliding ?at ?spot ?way)) (sliding ?at ?next ?way) (increase (total-cost) 0)))

  (:action stay
    :parameters (?at ?to - cell ?way - direction ?colour - colour)
    :precondition (and (sliding ?at ?at ?way) (block ?at ?colour) (behind ?at ?to ?way))
    :effect (and (not (sliding ?at ?at ?way)) (sliding ?to ?to ?way) (increase (total-cost) 0)))

  (:action next-line
    :parameters (?at ?to ?spot - cell ?way - direction)
    :precondition (and (sliding ?at ?spot ?way) (empty ?at) (line-after ?at ?to ?way))
    :effect (and (not (sliding ?at ?spot ?way)) (sliding ?to ?to ?way) (increase (total-cost) 0)))

  (:action next-line-after-block
    :parameters (?at ?to - cell ?way - direction ?colour - colour)
    :precondition (and (sliding ?at ?at ?way) (block ?at ?colour) (line-after ?at ?to ?way))
    :effect (and (not (sliding ?at ?at ?way)) (sliding ?to ?to ?way) (increase (total-cost) 0)))

  (:action end
    :parameters (?at ?spot - cell ?way - direction)
    :precondition (and (sliding ?at ?spot ?way) (empty ?at) (final ?at ?way))
    :effect (and (not (sliding ?at ?spot ?way)) (idle) (increase (total-cost) 0)))

  (:action end-at-block
    :parameters (?at - cell ?way - direction ?colour - colour)
    :precondition (and (sliding ?at ?at ?way) (block ?at ?colour) (final ?at ?way))
    :effect (and (not (sliding ?at ?at ?way)) (idle) (increase (total-cost) 0))))
