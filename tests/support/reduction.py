"""Index reduction of textbook problems: what must come out, by hand.

The models are in tests/reduction. nu is the number of differentiations of
each equation that is left when equal variables are merged; first-order forms
der(x) = v are merged too, so that the counts are those of the second-order
form. tests/unit/reduce/structure/test_textbook.c has the counts of the
equations as they are written.
"""

import glob
import json
import os
import re

from .suite import TESTS, Failure, folder, foucault, need, write

FOLDER = os.path.join(TESTS, "reduction")


class Case:
    """index, n_states, nu: as above
    implicit   equations that an implicit solver needs; None: all
    dummies    the static dummy derivatives
    sets       (candidates, states) of each selection set
    mended     combinations of dependent equations
    merged_index  with equal variables merged, where it is another one
    """

    def __init__(self, model, index, n_states, nu, dummies="", sets=(),
                 implicit=None, mended=0, states=None, merged_index=None):
        self.model, self.index, self.n_states = model, index, n_states
        self.nu = list(nu)
        self.dummies = sorted(dummies.split())
        self.sets = [list(s) for s in sets]
        size = len(self.nu) + sum(self.nu)
        self.implicit = size if implicit is None else implicit
        self.mended = mended
        self.states = states
        self.merged_index = index if merged_index is None else merged_index


CASES = [
    # derivative chain: purely algebraic
    Case("Chain", 3, 0, [2], "y z", implicit=2),
    # index 1 as they stand
    Case("Superfluous", 1, 1, [0], merged_index=0),
    Case("SuperfluousFactor", 1, 1, [0, 1], "der(y)", implicit=2),
    # linear examples: only x1 or x2 with their derivatives may be states
    Case("MsExample1", 2, 2, [2, 2, 1, 0], "w1 w3 der(w1) der(w3) der(x4)",
         implicit=6, states="x2 w2"),
    Case("KmExample1", 2, 2, [2, 2, 1, 0], "w1 w3 der(w1) der(w3) der(x4)",
         implicit=6, states="x2 w2"),
    Case("CondensedMu2", 3, 1, [0, 0, 0, 1, 0, 1, 2],
         "der(z1a) der(z2) der(z3) der(z3,2)"),
    # the column of b vanishes at the start
    Case("Hessenberg2", 2, 1, [0, 0, 1], "der(a)"),
    Case("Hessenberg3", 3, 2, [0, 0, 2], "v der(v)"),
    # the column of x2 is constant, that of x1 is not
    Case("SemiExplicit", 2, 1, [0, 0, 1], "z", implicit=3, states="x1"),
    # pendulums; some with their energy as one more equation or two
    Case("PendulumSmall", 3, 2, [0, 0, 0, 0, 2], sets=[(4, 2)]),
    Case("PendulumLarge", 3, 2, [0, 0, 0, 0, 2], sets=[(4, 2)]),
    Case("PendulumFirstOrder", 3, 2, [0, 0, 2], sets=[(4, 2)]),
    Case("PendulumDifferentiated", 1, 4, [0]*4, states="x y vx vy"),
    Case("PendulumAngle", 0, 2, [0], states="theta omega"),
    Case("PendulumProjected", 1, 3, [0]*4, states="x y u"),
    Case("Baumgarte", 1, 4, [0]*5, states="x y vx vy"),
    Case("Ggl", 2, 2, [0, 0, 0, 0, 1, 1], sets=[(2, 1), (2, 1)]),
    Case("InitPendulum", 3, 2, [0, 0, 2], sets=[(4, 2)]),
    Case("DoublePendulum", 3, 4, [0]*5 + [2, 2], sets=[(8, 4)]),
    # the radius is an unknown of its own, differentiated with the constraint
    Case("RheonomicPendulum", 3, 2, [2, 0, 0, 2], "der(r) der(r,2)",
         sets=[(4, 2)]),
    Case("RotatingRod", 3, 2, [0, 0, 2], sets=[(4, 2)]),
    Case("Index4", 4, 3, [0, 0, 3], sets=[(6, 3)]),
    Case("SphericalPendulum", 3, 4, [0]*5 + [2], sets=[(6, 4)]),
    Case("SphereJerk", 4, 6, [0]*3 + [3], sets=[(9, 6)]),
    Case("TurningPlane", 3, 4, [0]*3 + [2], sets=[(6, 4)]),
    Case("RodsInSpace", 3, 8, [0]*7 + [2, 2], sets=[(12, 8)]),
    # p3 has a constant column: no set
    Case("Paraboloid", 3, 4, [0]*5 + [2], "v3 der(v3)", states="p1 p2 v1 v2"),
    # mechanisms: y2 = 0 is a block of its own
    Case("SliderCrank", 3, 2, [0]*5 + [2, 2, 2], "vy2 der(vy2)",
         sets=[(6, 2)]),
    Case("FourBar", 3, 2, [0]*5 + [2, 2, 2], sets=[(8, 2)]),
    # four differences of coordinates are unknowns of their own: the masses
    # follow from them, and each rod has a set for itself
    Case("TriplePendulum", 3, 6, [2]*7 + [0]*6,
         "vx[2] vx[3] vy[2] vy[3] der(vx[2]) der(vx[3]) der(vy[2]) der(vy[3])",
         sets=[(4, 2)]*3),
    # the length of the normal is an unknown of its own; s and y give it and x
    Case("Contact", 3, 2, [2, 0, 0, 0, 2, 2], "vx der(vx) der(w) der(w,2)",
         sets=[(4, 2)]),
    Case("ContactFriction", 3, 3, [2, 0, 0, 0, 2, 2],
         "vx der(vx) der(w) der(w,2)", sets=[(4, 2)], states="beta"),
    # circuits
    Case("Rc", 1, 1, [0, 0], states="vC"),
    Case("Miller", 2, 1, [0, 0, 0, 0, 1], "der(u3)", states="u2"),
    Case("CvLoop", 2, 1, [0, 0, 1], "der(e1)", states="e2"),
    Case("LiCutset", 2, 1, [1, 0, 0, 0, 0], "der(jL2)", states="jL1"),
    Case("MnaMixed", 2, 1, [0, 0, 1, 0, 1], "der(e1) der(jL)", states="e2"),
    Case("ChargeOriented", 2, 1, [0, 0, 1, 0, 1, 1, 1, 1],
         "der(e1) der(jL) der(phi) der(q1) der(q2)", states="e2"),
    # I1 = I2 = I3 are one variable: what was of index 2 is of index 1
    Case("Rlc", 2, 2, [0, 0, 0], states="I2 dI2", merged_index=1),
    Case("RlcProjected", 1, 2, [0], states="u1 u2", merged_index=0),
    # four blocks of one equation each
    Case("Reactor", 3, 0, [1, 2, 0, 1], "der(C) der(C,2) der(R) der(T)"),
    # stateSelect = prefer: differentiated for its sake, the index is the same
    Case("RelativeStates", 2, 4, [0, 0, 2, 0], "v2 der(v2)", implicit=5,
         states="s1 v1 s_rel v_rel"),
    Case("GasTank", 1, 2, [1, 1, 1, 1, 0, 0], "der(M) der(U) der(d) der(u)",
         implicit=6, states="p T"),
    # the structure misleads
    Case("Singular", 1, 0, [0, 0], mended=1),
    Case("MillerSingular", 2, 0, [0, 1, 0, 1, 1], "der(u1) der(u2) der(u3)",
         mended=1),
    Case("Mixed13", 3, 2, [0, 0, 0, 2], sets=[(4, 2)], mended=1),
]


def explained(model, *words):
    path = os.path.join(FOLDER, model + ".mo")
    return json.loads(foucault("explain", path, "--json", *words).stdout)


def same(what, got, expected):
    need(got == expected, f"{what}: {got}, expected {expected}")


def versions(n):
    """(equation, differentiated) for the first n[k] + 1 versions of each."""
    return sorted((k + 1, order) for k, count in enumerate(n)
                  for order in range(count + 1))


def listed(items):
    return sorted((v["equation"], v["differentiated"]) for v in items)


def check_steps(output, nu):
    """Each step differentiates equations that share too few highest
    derivatives; together they are all that was differentiated. The blocks
    solve each version of each equation once."""
    steps = output["differentiations"]
    for step in steps:
        need(step["for"] or
             len(step["highest_derivatives"]) < len(step["equations"]), step)
    same("steps", listed(v for step in steps for v in step["equations"]),
         versions([count - 1 for count in nu]))
    same("solved", listed(v for b in output["blocks"] for v in b["solves"]),
         versions(nu))
    for found in output["selection_sets"]:
        levels = found["levels"]
        same("levels", [name for one in levels for name in one["candidates"]],
             found["candidates"])
        same("left to be states", found["select"],
             sum(len(one["candidates"]) - len(one["constraints"])
                 for one in levels))


def check(case):
    output = explained(case.model)
    check_steps(output, case.nu)
    same("nu", [e["differentiated"] for e in output["equations"]], case.nu)
    same("index", output["index"], case.index)
    same("merged index", output["merged_index"], case.merged_index)
    if not any(output[key] for key in ("merged", "combinations", "wanted")):
        same("as written", [e["differentiated"] for e in output["as_written"]],
             case.nu)
    same("states", len(output["states"]), case.n_states)
    same("dummies", sorted(output["dummies"]), case.dummies)
    same("sets", [[len(s["candidates"]), s["select"]]
                  for s in output["selection_sets"]], case.sets)
    size = len(case.nu) + sum(case.nu)
    same("size", (output["sizes"]["before"], output["sizes"]["after"]),
         (len(case.nu), size))
    same("implicit", output["sizes"]["implicit"], case.implicit)
    same("removable", sum(e["removable"] for e in output["equations"]),
         size - case.implicit)
    same("combinations", len(output["combinations"]), case.mended)
    if case.states is not None:
        static = [s for s in output["states"] if not s.startswith("stateSet")]
        same("states", " ".join(static), case.states)
    # one dummy derivative for each differentiation
    in_sets = sum(len(s["candidates"]) - s["select"]
                  for s in output["selection_sets"])
    same("one dummy each", len(output["dummies"]) + in_sets, sum(case.nu))
    same("a reason each", sum(not r["why"] for r in output["reasons"]), 0)


def water_tube():
    """13 nodes, 18 pipes: the balances of the 11 nodes without a buffer, and
    what is defined beside them, once each. Two nodes only lead from one pipe
    to the next: these pipes have one flow."""
    output = explained("WaterTube")
    same("index", output["index"], 2)
    same("states", len(output["states"]), 9)
    flows = [s for s in output["states"] if s.startswith("phi[")]
    same("flows among the states", len(flows), 7)
    need("p[5]" in output["states"] and "p[8]" in output["states"],
         output["states"])
    dummies = [d for d in output["dummies"] if d.startswith("der(phi[")]
    same("dummies among the flows", len(dummies), 11 - 2)
    same("sets", output["selection_sets"], [])
    same("most", max(e["differentiated"] for e in output["equations"]), 1)


def every_model_has_a_case():
    known = {case.model for case in CASES} | {"WaterTube"}
    found = {os.path.basename(path)[:-3]
             for path in glob.glob(os.path.join(FOLDER, "*.mo"))}
    if known != found:
        raise Failure(f"no case or no model: {sorted(known ^ found)}")


RODS = """model Rods
  parameter Integer n = 2000;
  Real x[n], y[n], vx[n], vy[n], f[n];
  Real dx[n](each start = 0.6), dy[n](each start = -0.8);
equation
  der(x) = vx;
  der(y) = vy;
  dx[1] = x[1];
  dy[1] = y[1];
  for k in 2:n loop
    dx[k] = x[k] - x[k - 1];
    dy[k] = y[k] - y[k - 1];
  end for;
  for k in 1:n loop
    dx[k]^2 + dy[k]^2 = 1;
  end for;
  for k in 1:n - 1 loop
    der(vx[k]) = f[k + 1]*dx[k + 1] - f[k]*dx[k];
    der(vy[k]) = f[k + 1]*dy[k + 1] - f[k]*dy[k] - 9.81;
  end for;
  der(vx[n]) = -f[n]*dx[n];
  der(vy[n]) = -f[n]*dy[n] - 9.81;
end Rods;
"""


def many_parts():
    """One set that becomes 2000 takes memory for each of them once."""
    with folder() as place:
        path = write(os.path.join(place, "Rods.mo"), RODS)
        done = foucault("build", "-v", "--dump", "reduce", path)
        held = {name: float(size) for name, size in re.findall(
            r"^  (\w+): .* ([\d.]+) MB held", done.stderr, re.M)}
        more = held["eliminate_candidates"] - held["inline"]
        need(more < 5, f"eliminate_candidates holds {more} MB")
        report = json.loads(foucault("explain", path, "--json").stdout)
        need(len(report["selection_sets"]) == 2000, "the set is not divided")


TABLE = """model Table
  function f
    input Integer n;
    output Real y[n, n];
  algorithm
    for i in 1:n loop
      for j in 1:n loop
        y[i, j] := sin(i)*cos(j);
      end for;
    end for;
  end f;
  parameter Real table[120, 120] = f(120);
  Real x = table[1, 1] + table[120, 120]*time;
end Table;
"""


def filled_table():
    """An array that a function fills at translation takes memory for each
    element, not for each element as often as there are elements."""
    with folder() as place:
        path = write(os.path.join(place, "Table.mo"), TABLE)
        done = foucault("build", "-v", "--dump", "flatten", path)
        held = re.search(r"^  flatten: .* ([\d.]+) MB held", done.stderr, re.M)
        need(held and float(held[1]) < 60, done.stderr[-300:])


def collect(runner):
    for case in CASES:
        runner.add(f"reduction/{case.model}", lambda case=case: check(case))
    runner.add("reduction/WaterTube", water_tube)
    runner.add("reduction/many_parts", many_parts)
    runner.add("reduction/filled_table", filled_table)
    runner.add("reduction/all", every_model_has_a_case)
