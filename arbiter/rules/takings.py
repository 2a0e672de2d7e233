"""The captures of one side that may be played: of all that its pieces can make, the ones that rank highest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from arbiter.rules.chase import Taking, Trail, flyer, leaper
from arbiter.rules.grid import Grid, Places
from arbiter.rules.lanes import ways
from arbiter.rules.lines import turned
from arbiter.rules.move import Move
from arbiter.rules.variant import Capture, Crowning, Variant
from arbiter.sides import Side

Captures: TypeAlias = Callable[[Places, Places, Places, Places, Places], list[Taking]]
"""Given the mover's men and kings, the waiter's, and the free places."""


def capturer(variant: Variant, side: Side, on: Grid, crownhead: Places) -> Captures:
    """The captures of that side. What its row says is looked up here, once."""
    everything, flying = on.all, variant.flying_kings
    man_take, king_take = turned(variant.men_take, side), turned(variant.kings_take, side)
    fly = flyer(variant, everything)
    leap, stride = (leaper(variant, everything, crowning, fly) for crowning in (crownhead, 0))
    no_further = crownhead if variant.crowning is Crowning.ENDS_THE_MOVE else 0
    man_ways, king_ways = ways(variant, on, man_take, king_take, no_further), ways(variant, on, king_take, king_take, 0)
    man_jumps = tuple((*on.shift(way), *man_ways.later[way]) for way in man_take)
    king_jumps = () if flying else tuple((*on.shift(way), *king_ways.later[way]) for way in king_take)
    flights = king_ways.first[1]
    men_take_kings = variant.men_take_kings
    lifted = 0 if variant.taken_stay else everything
    chosen = chooser(variant)

    def captures(men: Places, kings: Places, their_men: Places, their_kings: Places, free: Places) -> list[Taking]:
        """The captures that may be played."""
        found: list[Taking] = []
        theirs = their_men | their_kings
        prey = theirs if men_take_kings else their_men
        for left, right, hops, soar in man_jumps:
            near = men << left >> right & prey
            if near:
                lands = near << left >> right & free
                while lands:
                    land = lands & -lands
                    lands ^= land
                    over = land << right >> left
                    origin = over << right >> left
                    room = free | origin | over & lifted
                    leap(origin, land, hops, soar, prey ^ over, room, over, (None, over, land), found)
        if kings:
            if flying:
                rest = kings
                while rest:
                    king = rest & -rest
                    rest ^= king
                    fly(king, king, flights, theirs, free | king, 0, None, False, found, {})
            for left, right, hops, soar in king_jumps:
                lands = (kings << left >> right & theirs) << left >> right & free
                while lands:
                    land = lands & -lands
                    lands ^= land
                    over = land << right >> left
                    origin = over << right >> left
                    room = free | origin | over & lifted
                    stride(origin, land, hops, soar, theirs ^ over, room, over, (None, over, land), found)
        return chosen(found, kings, their_kings) if len(found) > 1 else found

    return captures


def chooser(variant: Variant) -> Callable[[list[Taking], Places, Places], list[Taking]]:
    """Of two captures or more those that rank highest, each result once."""
    most_first = variant.precedence_steps[:1] == ("pieces",)
    precedence = None if variant.precedence_steps == ("pieces",) else variant.precedence

    def chosen(found: list[Taking], kings: Places, their_kings: Places) -> list[Taking]:
        if most_first:
            sizes = [taking[2].bit_count() for taking in found]
            most = max(sizes)
            found = [taking for taking, size in zip(found, sizes, strict=True) if size == most]
        if precedence is not None and len(found) > 1:
            heights = [precedence(booty(bool(kings & origin), trail, their_kings)) for origin, _, _, trail, _ in found]
            highest = max(heights)
            found = [taking for taking, height in zip(found, heights, strict=True) if height == highest]
        if len(found) > 1:
            return list({(origin, to, taken, crown): t for t in found for origin, to, taken, _, crown in (t,)}.values())
        return found

    return chosen


def booty(by_king: bool, trail: Trail, their_kings: Places) -> Capture:
    """What a precedence asks of a capture."""
    taken = []
    while trail:
        trail, over, _ = trail
        taken.append(over)
    taken.reverse()
    return Capture(by_king, tuple(taken), tuple(bool(their_kings & over) for over in taken))


def told(taking: Taking, on: Grid) -> Move:
    """The capture as a move, in numbers."""
    origin, _, _, trail, crowned = taking
    path, taken = [], []
    while trail:
        trail, over, land = trail
        path.append(on.numbers[land])
        taken.append(on.numbers[over])
    path.append(on.numbers[origin])
    return Move(tuple(path[::-1]), tuple(taken[::-1]), crowned)
