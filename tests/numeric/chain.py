"""Chains of Cartesian links as Modelica text, written out in scalars.

n masses 1/n on n rods of length 1/n, all links at the angle phi0 from the
lower rest position, at rest; index 3, 2 n states, one selection set of n rows
and 2 n columns.
"""


def difference(name, i):
    return f"{name}1" if i == 1 else f"({name}{i} - {name}{i - 1})"


def motion(name, i, n, weight):
    pull = f"-lambda{i}*{difference(name, i)}"
    if i < n:
        pull += f" + lambda{i + 1}*{difference(name, i + 1)}"
    return [f"  der({name}{i}) = v{name}{i};",
            f"  m*der(v{name}{i}) = {pull}{weight};"]


def declarations(n):
    for i in range(1, n + 1):
        yield f"  Real x{i}(start = {i}*L*sin(phi0));"
        yield f"  Real y{i}(start = -{i}*L*cos(phi0));"
        yield f"  Real vx{i}(start = 0), vy{i}(start = 0), lambda{i};"


def starts(n):
    """Every link along phi0, at rest."""
    for i in range(1, n + 1):
        for name in ("", "v"):
            x, y = difference(name + "x", i), difference(name + "y", i)
            yield f"  {x}*cos(phi0) + {y}*sin(phi0) = 0;"


def equations(n):
    for i in range(1, n + 1):
        yield from motion("x", i, n, "")
        yield from motion("y", i, n, " - m*g")
        yield f"  {difference('x', i)}^2 + {difference('y', i)}^2 = L^2;"


def chain(n):
    energy = " + ".join(f"m*((vx{i}^2 + vy{i}^2)/2 + g*y{i})"
                        for i in range(1, n + 1))
    x, y = difference("x", n), difference("y", n)
    return "\n".join([
        f"model Chain{n}",
        f"  parameter Real L = {1/n!r}, m = {1/n!r}, g = 9.81;",
        "  parameter Real phi0 = 0.7853981633974483;",
        *declarations(n),
        f"  output Real energy = {energy};",
        f"  output Real lengthError = {x}^2 + {y}^2 - L^2;",
        "initial equation", *starts(n), "equation", *equations(n),
        "  annotation(experiment(StopTime = 10, Tolerance = 1e-9));",
        f"end Chain{n};", ""])


def energy_scale(n):
    """m g L n (n + 1)/2: what the figures are relative to."""
    return 9.81/n/n*n*(n + 1)/2


def end_by_angles(n, phi0, stop):
    """x of the last mass at the time stop, from minimal coordinates: the
    angles of the links, by an explicit method of order eight."""
    import numpy
    from scipy.integrate import solve_ivp
    index = numpy.arange(n)
    hanging = n - numpy.maximum.outer(index, index)  # masses below both links

    def slope(_, y):
        angle, speed = y[:n], y[n:]
        apart = numpy.subtract.outer(angle, angle)
        force = (-9.81*n*(n - index)*numpy.sin(angle) -
                 (hanging*numpy.sin(apart)) @ speed**2)
        return numpy.concatenate(
            (speed, numpy.linalg.solve(hanging*numpy.cos(apart), force)))

    start = numpy.concatenate((numpy.full(n, phi0), numpy.zeros(n)))
    run = solve_ivp(slope, (0, stop), start, "DOP853", rtol=1e-11, atol=1e-12)
    return float(numpy.sin(run.y[:n, -1]).sum()/n)
