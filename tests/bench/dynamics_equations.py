"""Parts of random dynamic models: equations alone. See random_dynamics.py."""

import math

from curves import TIME, cos, curve, sin

PARTS = ("ode", "sum_of_derivatives", "oscillator", "linear_loop",
         "nonlinear_loop", "driven", "circle", "tied", "chain_of_integrators",
         "states_in_array", "matrix", "called", "computed", "chosen")


def ode(m):
    """Up to three that pull each other to their curves."""
    n = m.chance.randint(1, 3)
    names, curves = [m.name() for _ in range(n)], [m.curve() for _ in range(n)]
    for k, (x, f) in enumerate(zip(names, curves)):
        m.state(x, f)
        rate = m.chance.choice((0.0, 0.5, 1.0, 2.0, 5.0, 300.0))
        pull = m.parameter(rate)
        law = m.chance.choice(("line", "line", "cube", "abs"))
        target = m.write(f)
        right = m.write(f.der())
        if law == "line":
            right += f" - {pull}*({x} - {target})"
        elif law == "cube":
            right += f" - {min(rate, 5.0)}*({x}^3 - {target}^3)"
        else:
            right += (f" - {min(rate, 5.0)}*({x}*abs({x}) - {target}*"
                      f"abs({target}))")
        if n > 1 and rate in (1.0, 2.0, 5.0):
            other = (k + 1) % n
            right += (f" + {m.number(-0.2, 0.2)}*({names[other]} - "
                      f"{curves[other].text(m.time)})")
        m.equations.append(m.chance.choice((
            f"der({x}) = {right};", f"0 = {right} - der({x});",
            f"{right} = der({x});")))
        if rate <= 2 and law != "abs":
            m.signals.append((x, f))


def sum_of_derivatives(m):
    """der() of expressions, which are solved for the derivatives."""
    x, y, f, g = m.name(), m.name(), m.curve(), m.curve()
    m.state(x, f)
    m.state(y, g)
    a, b = m.number(1, 2), m.number(-0.5, 0.5)
    first, second = a*f + b*g, f - g
    m.equations += [
        f"der({m.parameter(a)}*{x} + {b}*{y}) = {m.write(first.der())} - "
        f"({a}*{x} + {b}*{y} - {m.write(first)});",
        f"der({x} - {y}) = {m.write(second.der())};"]
    m.signals.append((x, f))


def oscillator(m):
    x, v, f = m.name("s"), m.name("v"), m.curve()
    mass, damping, spring = (m.number(0.5, 3), m.number(0.1, 1),
                             m.number(0.5, 4))
    force = mass*f.der().der() + damping*f.der() + spring*f
    m.state(x, f, ', unit = "m"')
    m.state(v, f.der(), ', unit = "m/s"')
    p = m.name("p")
    m.declared.append(f'parameter Real {p}(unit = "kg") = {mass};')
    m.equations += [
        f"der({x}) = {v};",
        f"{p}*der({v}) = {m.write(force)} - {m.parameter(damping)}*{v} - "
        f"{m.parameter(spring)}*{x};"]


def linear_loop(m):
    n, y = m.chance.randint(2, 5), m.name("y")
    curves = [m.curve() for _ in range(n)]
    matrix = [[m.number(-1, 1) + (n + 1 if i == j else 0) for j in range(n)]
              for i in range(n)]
    a = m.name("A")
    m.declared += [f"parameter Real {a}[{n}, {n}] = {{"
                   + ", ".join("{" + ", ".join(map(repr, row)) + "}"
                               for row in matrix) + "};", f"Real {y}[{n}];"]
    factor = "1"
    if m.signals and m.chance.random() < 0.5:
        factor = f"(1 + {m.chance.choice(m.signals)[0]}^2)"
    sides = [m.write(sum((row[j]*curves[j] for j in range(n)), curve(0)))
             for row in matrix]
    b = m.name("b")
    if m.chance.random() < 0.5:
        m.declared.append(f"Real {b}[{n}] = {{{', '.join(sides)}}};")
        m.equations.append(
            f"for i in 1:{n} loop {factor}*sum({a}[i, j]*{y}[j] for j in "
            f"1:{n}) = {factor}*{b}[i]; end for;")
    elif m.chance.random() < 0.5:
        m.equations.append(f"{factor}*({a}*{y}) = {factor}*"
                           f"{{{', '.join(sides)}}};")
    else:
        m.equations += [f"{factor}*({a}[{i + 1}, :]*{y}) = {factor}*{side};"
                        for i, side in enumerate(sides)]
    for k, f in enumerate(curves):
        m.curves[f"{y}[{k + 1}]"] = f.at


def nonlinear_loop(m):
    """Its Jacobian has a dominant diagonal: there is one root."""
    y, z, f, g = m.name("y"), m.name("z"), m.curve(), m.curve()
    m.free(y, f)
    m.free(z, g)
    a, b = m.number(-0.6, 0.6), m.number(-0.6, 0.6)
    form = m.chance.choice(("sin", "tanh", "cube"))
    F, G = m.write(f), m.write(g)
    if form == "cube":
        m.equations += [f"{y}^3 + {y} + {a}*sin({z}) = {F}^3 + {F} + "
                        f"{a}*sin({G});",
                        f"{z} + {b}*sin({y}) = {G} + {b}*sin({F});"]
    else:
        m.equations += [f"{y} + {m.parameter(a)}*{form}({z}) - {F} = {a}*"
                        f"{form}({G});",
                        f"{z} + {b}*{form}({y}) = {G} + {b}*{form}({F});"]


def driven(m):
    """The motion is given, the force is wanted: index 2, 3 or 4."""
    index, f = m.chance.randint(2, 4), m.curve()
    names = [m.name("x") for _ in range(index - 1)]
    u, k = m.name("u"), m.number(0.1, 1)
    curves = [f]
    for _ in names:
        curves.append(curves[-1].der())
    for x, g in zip(names, curves):
        m.free(x, g)
    for x, v in zip(names, names[1:]):
        m.equations.append(f"der({x}) = {v};")
    m.free(u, curves[-1] + k*curves[-2])
    m.equations += [f"der({names[-1]}) = {u} - {m.parameter(k)}*{names[-1]};",
                    f"{names[0]} = {m.write(f)};"]
    m.kinds.append("index")


def circle(m):
    """A mass on a circle, pushed along it: whole turns make it pivot."""
    x, y, vx, vy, q = (m.name(c) for c in ("x", "y", "vx", "vy", "q"))
    phi = (m.number(-6, 6)*TIME + m.slow_sine() if m.chance.random() < 0.6
           else m.slow_sine())
    length, mass = m.number(0.5, 2), m.number(0.5, 2)
    p = m.name("L")
    m.declared.append(f"parameter Real {p} = {length};")
    fx, fy = length*sin(phi), -1*length*cos(phi)
    # x or y tells where on the circle it begins, and how fast
    first = (x, vx, fx) if abs(fy.at(0.0)) > 0.3*length else (y, vy, fy)
    for position, speed, f in ((x, vx, fx), (y, vy, fy)):
        declare = m.state if position == first[0] else m.free
        declare(position, f)
        declare(speed, f.der())
    push = mass*phi.der().der()
    m.free(q, mass*phi.der()*phi.der())
    text = m.write(push, mixes=False)
    m.equations += [f"der({x}) = {vx};", f"der({y}) = {vy};",
                    f"{m.parameter(mass)}*der({vx}) = -{q}*{x} - {text}*{y};",
                    f"{mass}*der({vy}) = -{q}*{y} + {text}*{x};",
                    f"{x}^2 + {y}^2 = {p}^2;"]
    m.kinds.append("index")
    # nothing brings it back: with a speed that is off by a millionth it is
    # off by a millionth of its way
    way = max(abs(phi.at(m.duration()*k/50) - phi.at(0.0)) for k in range(51))
    for name in (x, y, vx, vy, q):
        m.growth[name] = max(1.0, way)


def tied(m):
    """Two masses at a given distance, one on a spring."""
    x1, x2, v1, v2, u = (m.name(c) for c in ("x", "x", "v", "v", "F"))
    f, gap = m.curve(), m.curve()
    g = f - gap
    m1, m2, k, d = (m.number(0.5, 2), m.number(0.5, 2), m.number(0.5, 3),
                    m.number(0.2, 1))
    tension = m1*f.der().der()
    push = m2*g.der().der() + tension
    if m.chance.random() < 0.5:
        m.state(x1, f)
        m.state(v1, f.der())
        m.free(x2, g)
        m.free(v2, g.der())
    else:
        m.free(x1, f)
        m.free(v1, f.der())
        m.state(x2, g)
        m.state(v2, g.der())
    m.free(u, tension)
    m.equations += [
        f"der({x1}) = {v1};", f"der({x2}) = {v2};",
        f"{m.parameter(m1)}*der({v1}) = {u} - {k}*({x1} - {m.write(f)}) - "
        f"{d}*({v1} - {m.write(f.der())});",
        f"{m.parameter(m2)}*der({v2}) = {m.write(push)} - {u};",
        f"{x1} - {x2} = {m.write(gap, mixes=False)};"]
    m.kinds.append("index")


def chain_of_integrators(m):
    x, n = m.name(), m.chance.randint(2, 3)
    curves = [m.curve()]
    for _ in range(n):
        curves.append(curves[-1].der())
    names = [x] + [m.name() for _ in range(n - 1)]
    for name, f in zip(names, curves):
        m.state(name, f)
    for name, after in zip(names, names[1:]):
        m.equations.append(f"der({name}) = {after};")
    m.equations.append(f"der({names[-1]}) = {m.write(curves[-1])};")
    m.signals.append((names[0], curves[0]))


def states_in_array(m):
    n, x, k = m.chance.choice((2, 3, 5, 12, 60)), m.name(), m.number(0.5, 3)
    a, w, p = m.number(0.3, 1.5), m.number(0.5, 3), m.number(0.1, 0.7)

    def wave(i):
        return a*sin(w*TIME + p*i)

    size = m.name("n")
    m.declared += [f"parameter Integer {size} = {n};",
                   f"Real {x}[{size}](start = {{{a}*sin({p}*i) for i in "
                   f"1:{size}}}, each fixed = true);"]
    now = f"{a}*sin({w}*{m.time} + {p}*i)"
    ahead = f"{a}*sin({w}*{m.time} + {p}*(i + 1))"
    slope = f"{a}*{w}*cos({w}*{m.time} + {p}*i)"
    m.equations += [
        f"for i in 1:{size} - 1 loop der({x}[i]) = {slope} - {k}*({x}[i] - "
        f"{now}) + {round(k/4, 3)}*({x}[i + 1] - {ahead}); end for;",
        f"for i in {size}:{size} loop der({x}[i]) + {k}*{x}[i] = {slope} + "
        f"{k}*{now}; end for;"]
    for i in range(1, n + 1):
        m.curves[f"{x}[{i}]"] = wave(i).at
    m.signals.append((f"{x}[1]", wave(1)))
    y = m.name("y")
    m.declared.append(f"Real {y} = sum({x})/{size};")
    m.curves[y] = lambda t: sum(wave(i).at(t) for i in range(1, n + 1))/n


def matrix(m):
    """der(x) = A*(x - g) + g', with the vectors as whole."""
    n, x, g = m.chance.randint(2, 4), m.name(), m.name("g")
    curves = [m.curve() for _ in range(n)]
    rows = [[m.number(-0.4, 0.4) - (2 if i == j else 0) for j in range(n)]
            for i in range(n)]
    a = m.name("A")
    starts = ", ".join(repr(f.at(0.0)) for f in curves)
    m.declared += [
        f"parameter Real {a}[{n}, {n}] = ["
        + "; ".join(", ".join(map(repr, row)) for row in rows) + "];",
        f"Real {x}[{n}](start = {{{starts}}}, each fixed = true);",
        f"Real {g}[{n}] = {{{', '.join(m.write(f) for f in curves)}}};"]
    slopes = f"{{{', '.join(m.write(f.der()) for f in curves)}}}"
    m.equations.append(f"der({x}) = {a}*({x} - {g}) + {slopes};")
    for k, f in enumerate(curves):
        m.curves[f"{x}[{k + 1}]"] = f.at
        m.curves[f"{g}[{k + 1}]"] = f.at


def called(m):
    """A function of a record and an array, in a differential equation."""
    f, x, r, law = m.curve(), m.name(), m.name("R"), m.name("f")
    p = m.name("p")
    a, b = m.number(0.2, 1), m.number(0, 0.5)
    m.classes += [
        f"record {r}\n  Real a = 1;\n  Real b[2] = {{0, 0}};\nend {r};",
        f"function {law}\n  input {r} p;\n  input Real x;\n  output Real y;\n"
        f"protected\n  Real s = p.a;\nalgorithm\n"
        f"  for k in 1:size(p.b, 1) loop\n    s := s + p.b[k]*x^2/k;\n"
        f"  end for;\n  y := s*x;\nend {law};"]
    m.declared.append(f"parameter {r} {p}(a = {a}, b = {{{b}, {b}}});")
    m.state(x, f)
    m.equations.append(f"der({x}) = {m.write(f.der())} - {law}({p}, {x}) + "
                       f"{law}({p}, {m.write(f)});")
    m.signals.append((x, f))


def computed(m):
    """An algorithm section between a state and a differential equation."""
    f, x, s, y = m.curve(), m.name(), m.name("s"), m.name("y")
    m.state(x, f)
    m.declared.append(f"Real {s}, {y};")
    c, n = m.number(0.1, 0.5), m.chance.randint(1, 4)
    m.algorithms += [f"{s} := 0;", f"for k in 1:{n} loop", f"  {s} := {s} + "
                     f"{c}*sin(k*{x})/k;", "end for;",
                     f"{y} := if noEvent({s} > 0) then {s}^2 else -{s}^2;"]

    def total(t):
        return sum(c*math.sin(k*f.at(t))/k for k in range(1, n + 1))

    known = " + ".join(f"{c/k!r}*sin({k}*{f.text(m.time)})"
                       for k in range(1, n + 1))
    m.equations.append(f"der({x}) = {m.write(f.der())} - 0.1*({y} - ({known})*"
                       f"abs({known}));")
    m.curves[s] = total
    m.curves[y] = lambda t: total(t)*abs(total(t))


def chosen(m):
    """Equations that a parameter chooses, with an enumeration."""
    f, x, e, p = m.curve(), m.name(), m.name("E"), m.name("p")
    m.state(x, f)
    m.classes.append(f"type {e} = enumeration(slow, fast, none);")
    word = m.chance.choice(("slow", "fast", "none"))
    m.declared.append(f"parameter {e} {p} = {e}.{word};")
    slope, target = m.write(f.der()), m.write(f)
    m.equations.append(
        f"if {p} == {e}.slow then der({x}) = {slope} - 0.5*({x} - {target}); "
        f"elseif {p} == {e}.fast then der({x}) + 20*{x} = {slope} + "
        f"20*{target}; else {slope} = der({x}); end if;")
