"""Methods of index reduction side by side, by `foucault compare`.

Structure: a method that leaves the constraints to their derivatives has one
more state for each differentiation. Curves: all methods end where the finest
solution does. Drift: of the order that theory gives.
"""

import csv
import json
import os
import sys

from . import numeric, reduction
from .numeric import read_csv
from .suite import (LIBRARIES, ROOT, folder, foucault, model_file, need,
                    python, quick_build, read, write)

sys.path.insert(0, os.path.join(ROOT, "docs", "site"))

import methods as page  # noqa: E402

TOLERANCE = "1e-9"
MODELS = ("Chain MsExample1 KmExample1 CondensedMu2 Hessenberg2 Hessenberg3 SemiExplicit PendulumAngle "
          "PendulumLarge DoublePendulum RheonomicPendulum "
          "RotatingRod Index4 Paraboloid FourBar SliderCrank TriplePendulum "
          "Contact ContactFriction CvLoop LiCutset MnaMixed ChargeOriented "
          "Miller Reactor Mixed13 "
          "SphericalPendulum SphereJerk TurningPlane RodsInSpace").split()
# Where errors of the integrator grow more than elsewhere, or values are large.
WITHIN = {"WaterTube": 1e-3, "FourBar": 1e-4, "SliderCrank": 1e-4}
KEYS = ("method applies why index_after differential algebraic steps evaluations "
        "jacobians restarts wall_s constraint_residual invariant_drift "
        "difference").split()
# Positions n and velocities n - k along k constraints, n + (nu-1)(n-k), where
# these are not linear; by hand.
PROJECTED = {"PendulumLarge": 2 + 1, "PendulumFirstOrder": 2 + 1,
             "DoublePendulum": 4 + 2, "TriplePendulum": 6 + 3,
             "FourBar": 4 + 1, "SliderCrank": 3 + 1, "Index4": 2 + 2*1,
             "RheonomicPendulum": 2 + 1, "RotatingRod": 2*1, "Mixed13": 2 + 1,
             "Paraboloid": 3 + 2, "SphericalPendulum": 3 + 2,
             "SphereJerk": 3 + 2*2, "TurningPlane": 2*2, "RodsInSpace": 6 + 4}
# Equations of first order as written, and with the hidden constraints: the
# counts of the literature on minimal extension, by hand where it has none. For
# mechanisms n_p + 3 n_c, and definitions beside them.
FIRST_ORDER = {"MsExample1": (7, 9), "KmExample1": (7, 9),
               "CondensedMu2": (7, 10),
               "Hessenberg2": (3, 4), "Hessenberg3": (5, 7),
               "SemiExplicit": (4, 5), "Miller": (5, 6),
               "Paraboloid": (9, 11), "MnaMixed": (5, 7), "Chain": (3, 5),
               "CvLoop": (3, 4), "LiCutset": (5, 6), "ChargeOriented": (8, 10),
               "Reactor": (4, 6), "RheonomicPendulum": (6, 6 + 2),
               **{model: (n_p + n_c + more, n_p + 3*n_c + more)
                  for model, n_p, n_c, more in (
                      ("PendulumLarge", 4, 1, 2), ("DoublePendulum", 8, 2, 1),
                      ("TriplePendulum", 12, 3, 6), ("FourBar", 8, 3, 1),
                      ("SliderCrank", 8, 3, 1))}}
# Equations that it solves: those of dummy derivatives less these.
SAVED = {"CondensedMu2": 1, "Reactor": 2, "RheonomicPendulum": 1,
         "ChargeOriented": 2}


def compare(path, *words):
    return json.loads(foucault("compare", path, "--json", "--tolerance",
                               TOLERANCE, *words).stdout)


def by_method(report):
    for row in report["methods"]:
        missing = [key for key in KEYS if key not in row]
        need(not missing, f"no keys {missing}")
    return {row["method"]: row for row in report["methods"]}


def compared(path, *words):
    return by_method(compare(path, *words))


def model_path(model):
    return os.path.join(reduction.FOLDER, model + ".mo")


def same_solution(model, rows):
    for name, row in rows.items():
        need(row["applies"], f"{name}: {row['why']}")
        off = row["difference"]
        need(off is not None and off <= WITHIN.get(model, 1e-5),
             f"{name} ends {off} from the finest solution")


def same_sizes(case, report, rows):
    size = report["first_order"]
    wanted = FIRST_ORDER.get(case.model)
    need(wanted is None or (size["given"], size["minimal"]) == wanted,
         f"first order: {size}, expected {wanted}")
    saved = rows["dummy"]["algebraic"] - rows["minimal-extension"]["algebraic"]
    need(saved == SAVED.get(case.model, 0), f"{saved} equations saved")
    states = case.n_states + sum(case.nu)
    for name, wanted in (("none", states), ("baumgarte", states),
                         ("ggl", case.n_states),
                         ("minimal-extension", case.n_states),
                         ("angles", case.n_states),
                         ("projection", PROJECTED.get(case.model))):
        if name == "angles" and name not in rows:
            continue  # there are no circles
        got = rows[name]["differential"]
        need(wanted in (None, got), f"{name}: {got} states, expected {wanted}")


def check(case):
    report = compare(model_path(case.model))
    rows = by_method(report)
    if sum(case.nu) == 0:
        for name in rows.keys() - {"dummy"}:
            need(not rows[name]["applies"], f"{name} applies")
            need("nothing" in rows[name]["why"], rows[name]["why"])
        return
    same_solution(case.model, rows)
    same_sizes(case, report, rows)
    # between the steps the solution is interpolated
    for name, bound in (("dummy", 1e-12), ("minimal-extension", 1e-12),
                        ("ggl", 1e-10), ("none, inner", 1e-10),
                        ("projection, inner", 1e-10), ("none, step", 1e-6),
                        ("projection, step", 1e-6)):
        drift = rows[name]["constraint_residual"]
        need(drift < bound, f"{name} drifts by {drift}")


# Nodal equations of the circuits in models/circuits/*_components.mo, and with
# the derivatives of loops and cutsets: as published. Then the same with charges
# and fluxes as variables, and the components of loops and cutsets.
CIRCUITS = {
    "capacitor_loop": ((3, 4), (5, 8), ["src c1"], []),
    "inductor_cutset": ((5, 6), (7, 10), [],
                        ["src first.inductor second.inductor"]),
    "loop_and_cutset": ((5, 7), (8, 13), ["vs c1 c2"], ["cs l"]),
    "miller": ((5, 6), (7, 10), ["amp.out c2 c1"], [])}


def circuit_form(name):
    """Loops and cutsets are found from the connections, and of connected
    components minimal extension leaves as many equations as the theory of
    circuits appends to the nodal ones: one for each of them."""
    path = model_file(f"circuits/{name}_components")
    report = json.loads(foucault("explain", path, "--json", "--quiet",
                                 "--reduction", "minimal-extension",
                                 *LIBRARIES).stdout)
    circuit, sizes = report["circuit"], report["sizes"]
    nodal, charge, loops, cutsets = CIRCUITS[name]
    for key, wanted in (("nodal", nodal), ("charge_oriented", charge)):
        got = circuit[key]["given"], circuit[key]["minimal"]
        need(got == wanted, f"{key}: {got}, expected {wanted}")
    for key, wanted in (("loops", loops), ("cutsets", cutsets)):
        got = [" ".join(names) for names in circuit[key]]
        need(got == wanted, f"{key}: {got}, expected {wanted}")
    need(circuit["left_out"] is None, circuit["left_out"])
    need(sizes["after"] - sizes["before"] == nodal[1] - nodal[0],
         f"{sizes['before']} equations became {sizes['after']}")


def drift_orders():
    """The pendulum without stabilization: g grows as t^2, g' as t. Baumgarte:
    both stay below a bound. Projection: g grows as t at most, g' = 0. Dummy
    derivatives: rounding errors."""
    with folder() as place:
        out = os.path.join(place, "out.csv")

        def residuals(method):
            foucault("simulate", model_path("PendulumFirstOrder"), "--quiet",
                     "--reduction", method, "--stop", "400", "--step", "1",
                     "--tolerance", "1e-7", "--method", "bdf", "-o", out)
            _, rows = read_csv(out)
            return [[max(abs(row[name]) for row in rows[a:b])
                     for a, b in ((80, 101), (380, 401))]
                    for name in ("drift[1].g", "drift[1].der_g")]

        g, der_g = residuals("none")
        need(8 < g[1] / g[0] < 32, f"g grows by {g[1] / g[0]:.1f}, not 16")
        need(2 < der_g[1] / der_g[0] < 8,
             f"g' grows by {der_g[1] / der_g[0]:.1f}, not 4")
        damped, _ = residuals("baumgarte")
        need(damped[1] < 2 * damped[0], f"baumgarte drifts: {damped}")
        need(damped[1] < g[1] / 100, f"{damped[1]} is not below {g[1]}")
        g, der_g = residuals("projection")
        need(g[1] / g[0] < 8, f"projection: g grows by {g[1] / g[0]:.1f}")
        need(der_g[1] < 1e-12, f"projection: g' is {der_g[1]}")
        rows = compared(model_path("PendulumFirstOrder"), "--stop", "400")
        need(rows["dummy"]["constraint_residual"] < 1e-13, rows["dummy"])


def violation_dies_out():
    """From a start off the constraint, in Model Exchange."""
    with folder() as place:
        fmu = os.path.join(place, "pendulum.fmu")
        quick_build(model_path("PendulumFirstOrder"), "--quiet",
                    "--reduction", "baumgarte", "-o", fmu)
        done = python("fmu/check_violation.py", fmu)
        need(done.returncode == 0, (done.stdout + done.stderr)[-1500:])


def model_exchange():
    """What drifts, and what --project does about it, in FMPy's CVode."""
    with folder() as place:
        fmu = os.path.join(place, "pendulum.fmu")
        for method in ("none", "projection"):
            for way in ("off", "step", "inner"):
                kind = "me" if method == "none" else "both"
                quick_build(model_file("multibody/large_swing"),
                            "--quiet", "--reduction", method, "--project", way,
                            "--type", kind, "-o", fmu)
                done = python("fmu/check_projection.py", fmu, way)
                need(done.returncode == 0, f"{method}, {way}: "
                     + (done.stdout + done.stderr)[-1500:])


def frames():
    """Where no formula gives D the FMU makes a frame by QR, and again where
    the constraints have turned away from it."""
    path = model_path("SphericalPendulum")
    report = json.loads(foucault("explain", path, "--reduction", "projection",
                                 "--json").stdout)
    need(report["selection_sets"] == [], "coordinates are pivoted")
    done = foucault("simulate", path, "--reduction", "projection", "--json",
                    "--tolerance", TOLERANCE, "--stop", "50")
    run = json.loads(done.stdout)
    need(10 < run["pivots"] < 60, f"{run['pivots']} frames in 50 s")
    # energy and angular momentum at the start: 2 - 0.6 g, 0.8*2
    for name, start in (("energy", 2 - 0.6*9.81), ("spin", 1.6)):
        off = abs(run["final"][name] - start)
        need(off < 2e-5, f"{name} is off by {off}")
    with folder() as place:
        fmu = os.path.join(place, "pendulum.fmu")
        quick_build(path, "--quiet", "--reduction", "projection", "-o",
                    fmu)
        done = python("fmu/check_frames.py", fmu)
        need(done.returncode == 0, (done.stdout + done.stderr)[-1500:])


def multipliers_vanish():
    """The multipliers that GGL adds are zero but for errors."""
    for model in ("DoublePendulum", "Index4", "SliderCrank"):
        done = foucault("simulate", model_path(model), "--reduction", "ggl",
                        "--stop", "2", "--tolerance", "1e-9", "--json")
        final = json.loads(done.stdout)["final"]
        found = [v for name, v in final.items() if name.startswith("ggl.mu")]
        need(found, f"{model}: no multipliers")
        need(max(map(abs, found)) < 1e-8, f"{model}: {found}")


def angles():
    """Rods in a plane: nothing is exchanged, the pendulum that swings high
    takes fewer steps, and Model Exchange has no events."""
    path = model_file("multibody/large_swing")
    words = ("--json", "--quiet", "--stop", "100", "--tolerance", "1e-9")
    runs = [json.loads(foucault("simulate", path, *words, "--reduction",
                                method).stdout)
            for method in ("dummy", "angles")]
    need(runs[0]["pivots"] > 40, f"{runs[0]['pivots']} exchanges")
    need(runs[1]["pivots"] == 0, f"{runs[1]['pivots']} exchanges")
    need(runs[1]["steps"] < 0.75*runs[0]["steps"],
         f"{runs[1]['steps']} steps, {runs[0]['steps']} in x and y")
    off = [abs(run["final"]["energy"] - 1.5) for run in runs]
    need(max(off) < 1e-7, f"energy is off by {off}")
    with folder() as place:
        fmu = os.path.join(place, "swing.fmu")
        quick_build(path, "--quiet", "--reduction", "angles", "-o", fmu)
        done = python("fmu/step_final.py", fmu, "20")
    for kind, end in json.loads(done.stdout).items():
        off = abs(end["x"]**2 + end["y"]**2 - 1), abs(end["energy"] - 1.5)
        need(off[0] < 1e-12 and off[1] < 1e-4, f"{kind}: off by {off}")


# What is a chain of rods in a plane, with start values.
BY_ANGLE = {"multibody/pendulum": 1, "multibody/pendulum_guess": 1,
            "multibody/large_swing": 1, "multibody/two_pendulums": 2,
            "multibody/double_pendulum": 2, "textbook/mixed_index": 1,
            "multibody/jerk_on_circle": 1}
# Closed linkages, lengths that change, other curves.
NOT_BY_ANGLE = ("multibody/four_bar", "multibody/hoisted_pendulum",
                "multibody/paraboloid", "multibody/slider_crank")


def run_table(path, place, *words):
    """What the run says, and the columns of its results."""
    table = os.path.join(place, "table.csv")
    done = foucault("simulate", path, "--json", "--quiet", "--grid", "-o",
                    table, *words)
    with open(table, encoding="utf-8") as file:
        rows = list(csv.reader(file))
    numbers = [[float(x) for x in row] for row in rows[1:]]
    return json.loads(done.stdout), dict(zip(rows[0], zip(*numbers)))


def by_itself(model):
    """Co-Simulation alone takes angles where they fit: the same start, the
    same reports about it, the same curves in no more steps."""
    path = model_file(model)
    with folder() as place:
        runs = [run_table(path, place, *words) for words in
                (("--type", "cs"), ("--type", "cs", "--reduction", "dummy"),
                 ("--reduction", "dummy", "--tolerance", "1e-11"))]
    found = [name for name in runs[0][1] if name.startswith("angles.phi")]
    need(len(found) == BY_ANGLE[model], f"{model}: {found}")
    need(runs[0][0]["pivots"] == 0, f"{model}: states are exchanged")
    need(runs[0][0]["steps"] < 1.05*runs[1][0]["steps"],
         f"{model}: {runs[0][0]['steps']} steps with angles, "
         f"{runs[1][0]['steps']} without")
    changed = [{(row["name"], round(row["value"], 9))
                for row in run[0]["initial"]["changed"]} for run in runs[:2]]
    need(changed[0] == changed[1], f"{model}: changed at the start: {changed}")
    finest = runs[2][1]
    for name in set(runs[0][1]) & set(finest):
        size = max(map(abs, finest[name])) or 1
        off = [abs(a - b)/size for a, b in zip(runs[0][1][name], finest[name])]
        need(off[0] < 1e-12 and max(off) < 1e-6,
             f"{model}: {name} is off by {off[0]:.1g} at the start, "
             f"{max(off):.1g} later")


def left_alone(model):
    """No angles where a choice of states is left, nor in Model Exchange."""
    words = ("--type", "cs") if model in NOT_BY_ANGLE else ("--type", "both")
    done = foucault("explain", model_file(model), "--json", *words)
    states = json.loads(done.stdout)["states"]
    need(not any(name.startswith("angles.") for name in states),
         f"{model}: {states}")


def many_turns():
    """An angle that has turned often is as exact as one that has not: the
    error of the energy of a fast wheel's rim, at two tolerances."""
    text = ("model Rim Real x(start = 1, fixed = true), y(start = 0), "
            "vx(start = 0), vy(start = 60, fixed = true), F; Real energy = "
            "(vx^2 + vy^2)/2 + 9.81*y; equation der(x) = vx; der(y) = vy; "
            "der(vx) = -F*x; der(vy) = -F*y - 9.81; x^2 + y^2 = 1; "
            "annotation(experiment(StopTime = 200)); end Rim;")
    with folder() as place:
        path = write(os.path.join(place, "rim.mo"), text)
        run = json.loads(foucault("simulate", path, "--json", "--quiet",
                                  "--type", "cs").stdout)
    need(run["final"]["angles.phi[1]"] > 11000, "it does not turn")
    off = abs(run["final"]["energy"] - 1800)
    need(off < 0.02, f"the energy is off by {off}")


HOOP = """model Hoop "A bead on a hoop that turns; high up its motion is set"
  parameter Real R = 0.5, g = 9.81, m = 0.1, W = 8, c = 0.05;
  Real r(start = 0.05, fixed = true), z(start = -0.49);
  Real vr(start = 0, fixed = true), vz, N;
equation
  der(r) = vr;
  der(z) = vz;
  m*der(vr) = m*W^2*r - c*vr - N*r/R;
  m*der(vz) = -m*g - c*vz - N*z/R;
  r^2 + z^2 = R^2;
  when z > -0.3 then
    {reinit}
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end Hoop;
"""
# What nothing would bring back to its constraint is refused. With r alone it
# would be open which part of the velocity is to stay.
REINITS = {"vr": "reinit(vr, 0);", "vz": "reinit(vz, 0);",
           "r": "reinit(r, 0.45); reinit(vr, 0);"}
REFUSED = {"vr": ("none", "baumgarte"), "vz": ("none", "baumgarte"),
           "r": ("none", "baumgarte", "projection")}


def set_by_reinit(what):
    """The same curve by all methods that do it."""
    with folder() as place:
        path = write(os.path.join(place, "hoop.mo"),
                     HOOP.format(reinit=REINITS[what]))
        words = "simulate", path, "--json", "--reduction"
        for method in REFUSED[what]:
            done = foucault(*words, method, status=1)
            need("hoop.mo:12:5: error E308" in done.stderr, f"{method} does it")
        first = json.loads(foucault(*words, "dummy").stdout)["final"]
        need(abs(first["r"]**2 + first["z"]**2 - 0.25) < 1e-10, "off the hoop")
        for method in ("ggl", "projection", "minimal-extension", "angles"):
            if method in REFUSED[what]:
                continue
            final = json.loads(foucault(*words, method).stdout)["final"]
            for name in ("r", "z", "vr", "vz"):
                off = abs(final[name] - first[name])
                need(off < 1e-4, f"{method}: {name} off by {off:.2g}")


def nothing_to_reduce():
    """Minimal coordinates, explicit and with algebraic unknowns: one row, and
    the remark; --reduction says the same as a warning."""
    for path in (model_path("PendulumAngle"), model_path("Rc"),
                 model_file("multibody/pendulum_angle"),
                 model_file("oscillators/van_der_pol")):
        report = foucault("compare", path, "--quiet").stdout
        need("Nothing had to be reduced" in report, report)
        need("does not apply" not in report and "none" not in report, report)
        done = foucault("explain", path, "--reduction", "ggl")
        need("W306" in done.stderr, done.stderr)


def plot_and_table():
    with folder() as place:
        out = os.path.join(place, "drift.svg")
        report = foucault("compare", model_path("PendulumLarge"), "--quiet",
                          "--plot-file", out).stdout
        for word in ("structural index 3", "dummy", "none", "baumgarte"):
            need(word in report, f"no {word!r} in {report}")
        with open(out, encoding="utf-8") as file:
            need("baumgarte" in file.read(), "no curve of baumgarte")


# Models with a stored curve or a closed form that have something to reduce.
CURVES = """derivative_chain linear_index2 linear_index2_coupled condensed_form
    hessenberg2 hessenberg3 semi_explicit mixed_index miller_integrator
    miller_integrator_half miller_singular capacitor_loop inductor_cutset
    loop_and_cutset charge_oriented miller_components
    loop_and_cutset_components pendulum pendulum_small large_swing
    double_pendulum double_pendulum_high triple_pendulum four_bar slider_crank
    paraboloid paraboloid_b hoisted_pendulum rotating_rod jerk_on_circle
    sliding_disc sliding_disc_drag reactor""".split()
REDUCTIONS = [(method, *projected) for method, ways in
              (("none", ("step", "inner")), ("baumgarte", ()), ("ggl", ()),
               ("projection", ("step", "inner")), ("minimal-extension", ()),
               ("angles", ()))
              for projected in ((), *(("--project", way) for way in ways))]
COSIMULATED = ["multibody/pendulum", "circuits/loop_and_cutset"]
# What is left to its derivatives has errors that grow with time.
DRIFTING, LEAST_ALLOWED = 10, 1e-7


def curves(case):
    """The whole stored curve, by every method."""
    for words in REDUCTIONS:
        _, times, rows = numeric.simulate(case, model_file(case.model),
                                          "--reduction", *words)
        allowed = case.tolerance * (DRIFTING if words == ("none",) else 1)
        wrong = case.check(times, rows, max(allowed, LEAST_ALLOWED))
        need(wrong is None, f"{' '.join(words)}: {wrong}")


def cosimulated(model):
    """Every method in libcosim, which imports through FMI Library."""
    with folder() as place:
        fmu = os.path.join(place, "model.fmu")
        for words in REDUCTIONS:
            quick_build(model_file(model), "--quiet", "--reduction",
                        *words, "-o", fmu)
            done = python("fmu/check_cosim.py", fmu, model)
            outcomes = [json.loads(line) for line in done.stdout.splitlines()
                        if line.startswith('["')]
            need(done.returncode == 0 and outcomes, done.stderr[-1500:])
            for name, wrong in outcomes:
                need(wrong is None, f"{' '.join(words)}, {name}: {wrong}")


def invariants():
    """An expression drifts as the variable that the model has for it; what is
    no expression of the model's variables is refused with its place."""
    path = model_path("PendulumLarge")
    energy = compared(path, "--stop", "3")
    given = compared(path, "--stop", "3", "--invariant",
                     "0.5 * m*(vx^2 + der( y )^2) + m*g*(y + L) - 7")
    for name, row in given.items():
        a, b = row["invariant_drift"], energy[name]["invariant_drift"]
        need(abs(a - b) <= 1e-14, f"{name}: {a}, of the variable {b}")
    need(given["none"]["invariant_drift"] > 1e-12, "nothing drifts")
    for text, drift in (("max(0, 1 - time/2)", 1), ("sqrt(1 - time)", None)):
        row = compared(model_path("PendulumAngle"), "--stop", "3",
                       "--invariant", text)["dummy"]
        need(row["invariant_drift"] == drift, f"{text}: {row}")
    for text, code, *words in (
            ("m*vxx^2", "E605", ":1:3:", "did you mean 'vx'?"),
            ("x + enrgy + lamda", "E605", "'energy'?", "'lambda'?"),
            ("der(energi)", "E605", "no variable 'der(energi)'"),
            ("squrt(x)", "E202", ":1:1:", "did you mean 'sqrt'?"),
            ("atan2(x)", "E208", "atan2() has 2 arguments, not 1"),
            ("if x > 0 then 1 else 0", "E290", "not supported"),
            ("x > 0", "E290"), ("{x, y}", "E290"), ("\"x\"", "E290"),
            ("x + (y", "E120", "expected ')' before the end of the text"),
            ("2x", "E120", "'*'"),
            ("x; y", "E120", "the end of the expression")):
        done = foucault("compare", path, "--invariant", text, status=1)
        for word in (code, "--invariant", *words):
            need(word in done.stderr, f"{text}: no {word!r}: {done.stderr}")


def page_is_made():
    """docs/methods_compared.md has the published figures of the script that
    makes it, and a row for each method in all five tables of ours."""
    text = read(os.path.join(ROOT, "docs", "methods_compared.md"))
    for table in (page.PENDULUM_SMALL, page.PENDULUM_LARGE, page.PARABOLOID,
                  page.MILLER):
        for row in table:
            line = "| " + " | ".join(map(page.cell, row)) + " |"
            need(line in text, f"not on the page: {line}")
    rows = compared(model_path("Miller"))
    for name in rows:
        found = text.count(f"\n| {name} | ")
        need(found == 5, f"{found} rows of {name}")


def collect(runner):
    for case in reduction.CASES:
        if case.model in MODELS:
            runner.add(f"methods/{case.model}", lambda case=case: check(case))
    for name in CIRCUITS:
        runner.add(f"methods/circuits/{name}",
                   lambda name=name: circuit_form(name))
    runner.add("methods/drift", drift_orders)
    runner.add("methods/violation", violation_dies_out)
    runner.add("methods/model_exchange", model_exchange)
    runner.add("methods/frames", frames)
    runner.add("methods/multipliers", multipliers_vanish)
    runner.add("methods/angles", angles)
    runner.add("methods/many_turns", many_turns)
    for model in BY_ANGLE:
        runner.add(f"methods/by_angle/{os.path.basename(model)}",
                   lambda model=model: by_itself(model))
    for model in (*NOT_BY_ANGLE, "multibody/pendulum"):
        runner.add(f"methods/no_angle/{os.path.basename(model)}",
                   lambda model=model: left_alone(model))
    runner.add("methods/nothing", nothing_to_reduce)
    for what in REINITS:
        runner.add(f"methods/reinit/{what}",
                   lambda what=what: set_by_reinit(what))
    runner.add("methods/plot", plot_and_table)
    for case in numeric.CASES:
        if case.name in CURVES:
            runner.add(f"methods/curves/{case.name}",
                       lambda case=case: curves(case))
    for model in COSIMULATED:
        runner.add(f"methods/cosim/{model}",
                   lambda model=model: cosimulated(model))
    runner.add("methods/invariants", invariants)
    runner.add("methods/page", page_is_made)
