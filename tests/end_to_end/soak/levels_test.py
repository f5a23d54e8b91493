#!/usr/bin/python3
"""The statistics of the soak, on series that are made up: what rises is found, what is noise is not."""

import math
import random
import sys
import unittest

from levels import Level, means, per, second_half, slope


def series(rule, count=600, step=6.0):
    return [(i * step, rule(i * step)) for i in range(count)]


class Levels(unittest.TestCase):
    def test_a_line_has_its_slope(self):
        self.assertAlmostEqual(slope(series(lambda t: 3 + 0.25 * t)), 0.25)
        self.assertEqual(slope([(1, 5), (1, 9)]), 0)

    def test_the_second_half_is_by_time(self):
        self.assertEqual(second_half([(0, 1), (1, 2), (2, 3), (10, 4)]), [(10, 4)])

    def test_means_are_of_equal_parts(self):
        self.assertEqual(means([(i, i // 10) for i in range(60)]), [0, 1, 2, 3, 4, 5])

    def test_noise_is_level(self):
        for seed in range(200):
            rng = random.Random(seed)
            found = Level(series(lambda _: 40 + rng.gauss(0, 1)), 2)
            self.assertTrue(found.holds, f"seed {seed}")

    def test_warming_up_is_no_leak(self):
        self.assertTrue(Level(series(lambda t: 40 - 20 * math.exp(-t / 200)), 2).holds)

    def test_a_leak_is_found(self):
        for seed in range(200):
            rng = random.Random(seed)
            found = Level(series(lambda t: 40 + t * 3 / 1800 + rng.gauss(0, 1)), 2)
            self.assertFalse(found.holds, f"seed {seed}: {found.rise}")

    def test_a_leak_in_steps_is_found(self):
        self.assertFalse(Level(series(lambda t: 40 + t // 700), 2).holds)

    def test_waves_are_level(self):
        for phase in range(20):
            self.assertTrue(Level(series(lambda t: 40 + 3 * math.sin(t / 40 + phase)), 2).holds, f"phase {phase}")

    def test_what_creeps_is_found_where_it_is_less_than_allowed(self):
        rng = random.Random(1)
        self.assertFalse(Level(series(lambda t: 40 + t * 1.2 / 1800 + rng.gauss(0, 0.05)), 2).holds)

    def test_what_falls_is_level(self):
        self.assertTrue(Level(series(lambda t: 40 - t / 900), 2).holds)

    def test_few_samples_say_nothing(self):
        with self.assertRaises(ValueError):
            Level(series(lambda _: 40, count=10), 2)

    def test_costs_are_by_steps(self):
        seconds, requests = series(lambda t: 2 * t), series(lambda t: 100 * t)
        found = per(seconds, requests, 1000)
        self.assertTrue(found and all(abs(cost - 0.02) < 1e-9 for _, cost in found))
        self.assertEqual(per(seconds, series(lambda _: 5), 1), [])


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0)
    count = len(program.result.failures) + len(program.result.errors)
    print(f"{program.result.testsRun - count} passed, {count} failed")
    sys.exit(1 if count else 0)
