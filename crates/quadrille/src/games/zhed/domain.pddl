; ZHED. To choose a number and a direction costs 1; the walk that follows is made of steps without a cost, and leaves no choice.
(define (domain quadrille-zhed)
  (:requirements :strips :typing :action-costs)
  (:types cell direction amount)
  (:predicates
    (next ?from ?to - cell ?way - direction)
    (border ?at - cell ?way - direction) ; there is no cell behind it
    (goal ?at - cell)
    (number ?at - cell ?value - amount)  ; it is not used
    (free ?at - cell)                    ; a walk fills it
    (filled ?at - cell)                  ; a walk steps over it
    (spent ?left - amount)
    (fewer ?less ?more - amount)         ; by one
    (idle)
    (walking ?at - cell ?way - direction ?left - amount)
    (solved))
  (:functions (total-cost) - number)

  (:action choose
    :parameters (?at - cell ?way - direction ?value - amount)
    :precondition (and (idle) (number ?at ?value))
    :effect (and (not (idle)) (not (number ?at ?value)) (walking ?at ?way ?value) (increase (total-cost) 1)))

  (:action fill
    :parameters (?at ?to - cell ?way - direction ?left ?less - amount)
    :precondition (and (walking ?at ?way ?left) (fewer ?less ?left) (next ?at ?to ?way) (free ?to))
    :effect (and (not (walking ?at ?way ?left)) (walking ?to ?way ?less) (not (free ?to)) (filled ?to)
      (increase (total-cost) 0)))

  (:action step-over
    :parameters (?at ?to - cell ?way - direction ?left ?less - amount)
    :precondition (and (walking ?at ?way ?left) (fewer ?less ?left) (next ?at ?to ?way) (filled ?to))
    :effect (and (not (walking ?at ?way ?left)) (walking ?to ?way ?left) (increase (total-cost) 0)))

  (:action end-spent
    :parameters (?at - cell ?way - direction ?left - amount)
    :precondition (and (walking ?at ?way ?left) (spent ?left))
    :effect (and (not (walking ?at ?way ?left)) (idle) (increase (total-cost) 0)))

  (:action end-at-border
    :parameters (?at - cell ?way - direction ?left ?less - amount)
    :precondition (and (walking ?at ?way ?left) (fewer ?less ?left) (border ?at ?way))
    :effect (and (not (walking ?at ?way ?left)) (idle) (increase (total-cost) 0)))

  (:action reach
    :parameters (?at - cell)
    :precondition (and (goal ?at) (filled ?at))
    :effect (and (solved) (increase (total-cost) 0))))
