"""Whether a series of samples is level: a straight line through it by least squares, and what it may rise.

A line alone can be fooled by noise, and noise can hide a slow rise; so a series has to fail both: the line rises by more than is
allowed, and the means of its parts say so too. What only rises and never falls back is no noise, however slow it is.
"""

import statistics

PARTS = 6


def slope(points):
    """Of [(x, y)], by least squares; 0 where all x are one."""
    mean_x = statistics.fmean(x for x, _ in points)
    mean_y = statistics.fmean(y for _, y in points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def second_half(points):
    """By x: what comes before is warming up."""
    middle = (points[0][0] + points[-1][0]) / 2
    return [point for point in points if point[0] >= middle]


def means(points, parts=PARTS):
    """Of as many parts with equally many points each."""
    cuts = [round(i * len(points) / parts) for i in range(parts + 1)]
    return [statistics.fmean(y for _, y in points[a:b]) for a, b in zip(cuts, cuts[1:]) if b > a]


class Level:
    """What a series did in its second half. `allowed`: by how much it may rise over all of it, in its own unit."""

    def __init__(self, points, allowed):
        points = second_half(points)
        if len(points) < PARTS:
            raise ValueError(f"{len(points)} samples say nothing")
        self.allowed = allowed
        self.slope = slope(points)
        self.span = points[-1][0] - points[0][0]
        self.rise = self.slope * self.span
        self.mean = statistics.fmean(y for _, y in points)
        parts = means(points)
        self.rise_of_means = parts[-1] - parts[0]
        self.only_rises = all(a < b for a, b in zip(parts, parts[1:]))

    @property
    def holds(self):
        rises = self.rise > self.allowed and self.rise_of_means > self.allowed / 2
        creeps = self.only_rises and self.rise > self.allowed / 4
        return not rises and not creeps


def per(points, divisors, at_least):
    """What one more of the second costs of the first: [(x, y)] over [(x, divisor)], each step at least so large."""
    found, (_, last), (_, last_divisor) = [], points[0], divisors[0]
    for (x, y), (_, divisor) in zip(points[1:], divisors[1:]):
        if divisor - last_divisor >= at_least:
            found.append((x, (y - last) / (divisor - last_divisor)))
            last, last_divisor = y, divisor
    return found
