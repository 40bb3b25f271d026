#!/usr/bin/env python3
"""Plain NSGA-II of pymoo on the Adult table: same encoding, objective and budget as `method = "preference"` over partitions.

    pip install pymoo
    python3 bench/peers/pymoo_preference.py ../shared/data/adult [--seeds 5] [--evaluations 50000] [--k 5]

Encoding: a bit between neighbouring values of each column, in the order of the hierarchy's leaves; 1 separates. Objective: the achievement of
(NECD, NWP) for the aspiration (1.0, 0.2). Constraint: the smallest class has at least k rows. A second objective is k less the smallest
class, as in the source; pymoo's own settings otherwise: random bits at first, two-point crossover, bit flips.

`--violation rows` gives pymoo the number of rows in classes that are too small as the violation, which says more than the smallest class.
"""
import argparse
import csv
import pathlib
import statistics
import time

import numpy as np
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.core.problem import ElementwiseProblem
from pymoo.operators.crossover.pntx import TwoPointCrossover
from pymoo.operators.mutation.bitflip import BitflipMutation
from pymoo.operators.sampling.rnd import BinaryRandomSampling
from pymoo.optimize import minimize

UTOPIAN = -1e-6
ASPIRATION = (1.0, 0.2)


def leaf_order(path):
    """Values of a hierarchy file so that every label covers neighbours."""
    lines = [line for line in csv.reader(open(path, newline="", encoding="utf-8"), delimiter=";") if line]
    first = {}
    for line in lines:
        for level, label in enumerate(line):
            first.setdefault((level, label), len(first))
    lines.sort(key=lambda line: [first[(level, line[level])] for level in range(len(line) - 1, -1, -1)])
    return [line[0] for line in lines]


class Adult:
    def __init__(self, folder):
        rows = list(csv.DictReader(open(folder / "adult.csv", newline="", encoding="utf-8"), delimiter=";"))
        columns = []
        self.domains = []
        for name in rows[0]:
            occurring = {row[name] for row in rows}
            order = [value for value in leaf_order(folder / f"hierarchies/adult_hierarchy_{name}.csv") if value in occurring]
            code = {value: i for i, value in enumerate(order)}
            columns.append([code[row[name]] for row in rows])
            self.domains.append(len(order))
        table = np.array(columns, dtype=np.int64).T
        self.tuples, self.counts = np.unique(table, axis=0, return_counts=True)
        self.rows = len(rows)
        self.marginals = [np.bincount(table[:, a], minlength=n) for a, n in enumerate(self.domains)]
        self.first = np.cumsum([0] + [n - 1 for n in self.domains])

    @property
    def bits(self):
        return int(self.first[-1])

    def evaluate(self, bits):
        """NECD, NWP and the sizes of classes."""
        key = np.zeros(len(self.tuples), dtype=np.int64)
        penalty = 0.0
        for a, n in enumerate(self.domains):
            run = np.concatenate([[0], np.cumsum(bits[self.first[a]:self.first[a + 1]])]).astype(np.int64)
            sizes = np.bincount(run)
            if n > 1:
                penalty += float((self.marginals[a] * (sizes[run] - 1)).sum()) / (n - 1)
            key = key * len(sizes) + run[self.tuples[:, a]]
        _, inverse = np.unique(key, return_inverse=True)
        classes = np.bincount(inverse, weights=self.counts).astype(np.int64)
        necd = (classes.max() - classes.min()) / (self.rows - 1)
        return necd, penalty / (self.rows * len(self.domains)), classes


def achievement(necd, nwp):
    inverse = [1.0 / (q - UTOPIAN) for q in ASPIRATION]
    weight = inverse[0] / sum(inverse)
    return max(weight * (necd - UTOPIAN), (1.0 - weight) * (nwp - UTOPIAN))


class Preference(ElementwiseProblem):
    def __init__(self, adult, k, violation):
        super().__init__(n_var=adult.bits, n_obj=2, n_ieq_constr=1, xl=0, xu=1, vtype=bool)
        self.adult, self.k, self.violation = adult, k, violation
        self.best = (float("inf"), None)

    def _evaluate(self, x, out, *args, **kwargs):
        necd, nwp, classes = self.adult.evaluate(x)
        f1, least = achievement(necd, nwp), int(classes.min())
        if least >= self.k and f1 < self.best[0]:
            self.best = (f1, (necd, nwp, least))
        lack = self.k - least if self.violation == "size" else int(classes[classes < self.k].sum())
        out["F"] = [f1, self.k - least]
        out["G"] = [lack]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--evaluations", type=int, default=50_000)
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--violation", choices=["size", "rows"], default="size")
    args = parser.parse_args()
    adult = Adult(args.folder)
    print(f"{adult.rows} rows, {len(adult.tuples)} distinct, {adult.bits} bits", flush=True)
    found = []
    for seed in range(args.seeds):
        problem = Preference(adult, args.k, args.violation)
        algorithm = NSGA2(
            pop_size=100,
            sampling=BinaryRandomSampling(),
            crossover=TwoPointCrossover(),
            mutation=BitflipMutation(),
            eliminate_duplicates=True,
        )
        started = time.process_time()
        minimize(problem, algorithm, ("n_eval", args.evaluations), seed=seed, verbose=False)
        seconds = time.process_time() - started
        f1, at = problem.best
        found.append(f1)
        print(f"seed {seed}: achievement {f1:.6f} at {at}, {seconds:.0f} s CPU", flush=True)
    print(f"median achievement {statistics.median(found):.6f}")


if __name__ == "__main__":
    main()
