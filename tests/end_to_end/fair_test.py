#!/usr/bin/python3
"""The shuffle against the published vectors, the forced words, and every way to spoil a proof."""

import copy
import json
import pathlib
import sys
import unittest

import fair

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "fair" / "vectors.json"


def vectors():
    return json.loads(VECTORS.read_text(encoding="utf-8"))


def proof_of(vector):
    return {
        "v": vector["v"],
        "match": vector["match"],
        "params": vector["params"],
        "server_commit": vector["server_commit"],
        "seat_commits": [vector["seat0_commit"], vector["seat1_commit"]],
        "nonces": [vector["seat0_nonce"], vector["seat1_nonce"]],
        "table": vector["table"],
        "server_seed": vector["server_seed"],
    }


class Vectors(unittest.TestCase):
    def test_every_round_is_dealt_as_published(self):
        for vector in vectors().values():
            proof = proof_of(vector)
            self.assertEqual(fair.faults_of_proof(proof), [])
            for number, expected in enumerate(vector["rounds"], start=1):
                deal = fair.deal_round(proof, number)
                self.assertEqual(deal.key.hex(), expected["key"])
                self.assertEqual(deal.letters, expected["deck"])
                self.assertEqual(deal.bonus, {3: expected["b3"], 4: expected["b4"], 5: expected["b5"]})
                self.assertEqual(deal.start, expected["start"])

    def test_forced_words(self):
        self.assertEqual(fair.Words([0xFFFFFFFF, 0xFFFFFFD0, 0xFFFFFFCF]).draw(52), 51)
        self.assertEqual(fair.Words([0xFFFFFFFF, 0x00000007]).draw(3), 1)
        self.assertEqual(fair.Words([0xFFFFFFFC, 0xFFFFFFFB]).draw(7), 6)
        self.assertEqual(fair.Words([0x00000005]).draw(1), 0)


class Spoilt(unittest.TestCase):
    def test_every_changed_digit_is_found(self):
        for vector in vectors().values():
            sound = proof_of(vector)
            for path, text in self.texts(sound):
                for position in range(len(text)):
                    spoilt = copy.deepcopy(sound)
                    replacement = "0" if text[position] != "0" else "1"
                    self.put(spoilt, path, text[:position] + replacement + text[position + 1 :])
                    self.assertNotEqual(fair.faults_of_proof(spoilt), [], f"{path} at {position}")

    def test_swapped_seats_missing_and_added_fields_are_found(self):
        sound = proof_of(vectors()["A"])
        for field in ("seat_commits", "nonces"):
            spoilt = copy.deepcopy(sound)
            spoilt[field].reverse()
            self.assertNotEqual(fair.faults_of_proof(spoilt), [])
        for field in sound:
            spoilt = copy.deepcopy(sound)
            del spoilt[field]
            self.assertNotEqual(fair.faults_of_proof(spoilt), [])
        self.assertNotEqual(fair.faults_of_proof({**sound, "more": 1}), [])
        without = copy.deepcopy(sound)
        without["nonces"][0] = ""
        self.assertNotEqual(fair.faults_of_proof(without), [])

    @staticmethod
    def texts(proof):
        for key, value in proof.items():
            if isinstance(value, list):
                for index, text in enumerate(value):
                    yield (key, index), text
            else:
                yield (key,), value

    @staticmethod
    def put(proof, path, text):
        if len(path) == 1:
            proof[path[0]] = text
        else:
            proof[path[0]][path[1]] = text


if __name__ == "__main__":
    result = unittest.main(argv=sys.argv[:1], exit=False).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
