"""Whether a series of samples is level: a line fitted by least squares, and how much it may rise.

Noise can fool a fitted line, and can hide a slow rise; so a series fails only by both: the line rises by more than is
allowed, and so do the means of its parts. A steady rise that never falls back isn't noise, however slow it is.
"""

import statistics

PARTS = 6


def slope(points):
    """Of [(x, y)], by least squares; 0 if all x are equal."""
    mean_x = statistics.fmean(x for x, _ in points)
    mean_y = statistics.fmean(y for _, y in points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def second_half(points):
    """By x: the first half is warming up."""
    middle = (points[0][0] + points[-1][0]) / 2
    return [point for point in points if point[0] >= middle]


def means(points, parts=PARTS):
    """The means of `parts` parts of equal size."""
    cuts = [round(i * len(points) / parts) for i in range(parts + 1)]
    return [statistics.fmean(y for _, y in points[a:b]) for a, b in zip(cuts, cuts[1:]) if b > a]


class Level:
    """The second half of a series. `allowed`: how much it may rise in total, in its unit."""

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
    """The cost per unit of the divisor: [(x, y)] over [(x, divisor)], in steps of at least `at_least`."""
    found, (_, last), (_, last_divisor) = [], points[0], divisors[0]
    for (x, y), (_, divisor) in zip(points[1:], divisors[1:]):
        if divisor - last_divisor >= at_least:
            found.append((x, (y - last) / (divisor - last_divisor)))
            last, last_divisor = y, divisor
    return found
