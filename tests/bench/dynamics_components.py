"""Parts of random dynamic models: components, connectors, inheritance. See
random_dynamics.py."""

from curves import curve, term

PARTS = ("ladder", "ladder", "train", "host")

CIRCUIT = """connector Pin
  Real v;
  flow Real i;
end Pin;
partial model OnePort
  Pin p, n;
  Real v = p.v - n.v, i = p.i;
equation
  p.i + n.i = 0;
end OnePort;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Resistor
  extends OnePort;
  parameter Real R = 1;
equation
  v = R*i;
end Resistor;
model Conductor
  extends OnePort;
  parameter Real R = 1;
protected
  parameter Real G = 1/R;
equation
  i = G*v;
end Conductor;
model Capacitor
  extends OnePort;
  parameter Real C = 1;
equation
  C*der(v) = i;
end Capacitor;
model Section
  replaceable model Along = Resistor constrainedby OnePort;
  parameter Real R = 1, C = 1, load = 1;
  parameter Boolean has_load = false;
  Pin a, b, g;
  Along r(R = R);
  Capacitor c(C = C);
  Resistor parallel(R = load) if has_load;
equation
  connect(a, r.p);
  connect(r.n, b);
  connect(b, c.p);
  connect(c.n, g);
  connect(parallel.p, b);
  connect(parallel.n, g);
end Section;
function zero
  input Real t;
  output Real y;
algorithm
  y := 0;
end zero;
model Source
  extends OnePort;
  replaceable function wave = zero;
equation
  v = wave(time);
end Source;"""

TRAIN = """connector Flange
  Real s(unit = "m");
  flow Real f(unit = "N");
end Flange;
model Mass
  parameter Real m(unit = "kg") = 1;
  Flange a, b;
  Real s(unit = "m") = a.s, v(unit = "m/s") = der(s);
equation
  a.s = b.s;
  m*der(v) = a.f + b.f;
end Mass;
model Rod
  parameter Real L(unit = "m") = 1;
  Flange a, b;
equation
  a.s + L = b.s;
  a.f + b.f = 0;
end Rod;
model Buffer
  parameter Real k(unit = "N/m") = 1, d(unit = "N.s/m") = 1;
  Flange a, b;
  Real gap(unit = "m") = b.s - a.s;
equation
  b.f = k*gap + d*der(gap);
  a.f + b.f = 0;
end Buffer;
model Wall
  Flange a;
equation
  a.s = 0;
end Wall;
model Push
  Flange a;
  input Real f(unit = "N");
equation
  a.f = -f;
end Push;"""

HOST = """connector Given = input Real;
connector Wanted = output Real;
partial block Block1
  Given u;
  Wanted y;
end Block1;
block Lag
  extends Block1;
  parameter Real T = 1;
equation
  T*der(y) + y = u;
end Lag;
block Fast
  extends Lag(T = 0.1);
end Fast;
block Cubic
  extends Block1;
  parameter Real T = 1;
  outer Real base;
equation
  T*der(y) + y^3 + base*y = u;
end Cubic;
model Host
  replaceable Lag b constrainedby Block1;
  input Real u;
protected
  Wanted given = u;
equation
  connect(given, b.u);
end Host;"""


def need_classes(m, text):
    if text not in m.classes:
        m.classes.insert(0, text)


def wave_function(m, f):
    """A function of the time."""
    name, since = m.name("wave"), "t" if m.start == 0 else f"(t - ({m.start}))"
    m.classes.append(f"function {name}\n  input Real t;\n  output Real y;\n"
                     f"algorithm\n  y := {f.text(since)};\nend {name};")
    return name


def ladder(m):
    """The last voltage is chosen, the source follows from it."""
    need_classes(m, CIRCUIT)
    n = m.chance.randint(1, 3)
    s, source, ground = m.name("s"), m.name("v"), m.name("g")
    R, C, load = ([m.number(0.2, 1) for _ in range(n)] for _ in range(3))
    has = [m.chance.random() < 0.5 for _ in range(n)]
    v, i = term(m.chance) + m.number(-1, 1), curve(0)
    voltages, currents = [], []
    for k in reversed(range(n)):
        i = i + C[k]*v.der() + (v/load[k] if has[k] else 0)
        voltages.insert(0, v)
        currents.insert(0, i)
        v = v + R[k]*i
    along = m.chance.choice(("", "redeclare model Along = Conductor, "))

    def row(values):
        return "{" + ", ".join(str(value).lower() for value in values) + "}"

    m.declared += [
        f"Section {s}[{n}]({along}R = {row(R)}, C = {row(C)}, "
        f"load = {row(load)}, has_load = {row(has)}, c(v(start = "
        f"{row(u.at(0.0) for u in voltages)}, each fixed = true)));",
        f"Source {source}(redeclare function wave = {wave_function(m, v)});",
        f"Ground {ground};"]
    m.equations += [f"connect({source}.n, {ground}.p);",
                    f"connect({source}.p, {s}[1].a);",
                    f"for k in 1:{n} loop connect({s}[k].g, {ground}.p); "
                    "end for;",
                    f"for k in 1:{n - 1} loop connect({s}[k].b, "
                    f"{s}[k + 1].a); end for;"]
    for k in range(n):
        m.curves[f"{s}[{k + 1}].c.v"] = voltages[k].at
        m.curves[f"{s}[{k + 1}].r.i"] = currents[k].at
    m.curves[f"{source}.v"] = v.at
    if m.chance.random() < 0.4:  # index 2
        extra, size = m.name("c"), m.number(0.2, 1)
        m.declared.append(f"Capacitor {extra}(C = {size});")
        m.equations += [f"connect({extra}.p, {source}.p);",
                        f"connect({extra}.n, {ground}.p);"]
        m.curves[f"{extra}.i"] = (size*v.der()).at
        m.kinds.append("index")


def train(m):
    """Masses in a row, rods between them, pushed at the end: index 3."""
    need_classes(m, TRAIN)
    n, f = m.chance.randint(1, 4), m.curve()
    mass, rod, buffer, wall, push = (m.name(c) for c in ("m", "r", "b", "w",
                                                         "F"))
    sizes = [m.number(0.5, 2) for _ in range(n)]
    lengths = [m.number(0.1, 1) for _ in range(n - 1)]
    k, d = m.number(0.5, 3), m.number(0.1, 1)
    force = sum(sizes)*f.der().der() + d*f.der() + k*f
    m.declared += [
        f"Mass {mass}[{n}](m = {{{', '.join(map(repr, sizes))}}});",
        f"Buffer {buffer}(k = {k}, d = {d});", f"Wall {wall};",
        f"Push {push}(f = {m.write(force)});"]
    m.equations += [f"connect({wall}.a, {buffer}.a);",
                    f"connect({buffer}.b, {mass}[1].a);",
                    f"connect({mass}[{n}].b, {push}.a);"]
    if n > 1:
        m.declared.append(f"Rod {rod}[{n - 1}](L = "
                          f"{{{', '.join(map(repr, lengths))}}});")
        m.equations += [
            f"for k in 1:{n - 1} loop connect({mass}[k].b, {rod}[k].a); "
            "end for;",
            f"for k in 1:{n - 1} loop connect({rod}[k].b, {mass}[k + 1].a); "
            "end for;"]
        m.kinds.append("index")
    first = m.chance.randint(1, n)
    at = sum(lengths[:first - 1])
    m.initial += [f"{mass}[{first}].s = {f.at(0.0) + at!r};",
                  f"{mass}[{first}].v = {f.der().at(0.0)!r};"]
    at, rest = 0.0, sum(sizes)
    for j in range(n):
        rest -= sizes[j]
        m.curves[f"{mass}[{j + 1}].s"] = (f + at).at
        m.curves[f"{mass}[{j + 1}].v"] = f.der().at
        m.curves[f"{mass}[{j + 1}].b.f"] = (
            force - rest*f.der().der()).at
        at += lengths[j] if j < n - 1 else 0


def host(m):
    """A block that is redeclared, with an outer variable."""
    need_classes(m, HOST)
    h, f = m.name("h"), m.curve()
    kind, T = m.chance.choice(("Lag", "Fast", "Cubic")), m.number(0.3, 2)
    start = f"y(start = {f.at(0.0)!r}, fixed = true)"
    if not any("inner" in row for row in m.declared):
        m.declared.append("inner Real base = 1 + 0*time;")
    if kind == "Cubic":
        u = T*f.der() + f*f*f + f
        change = f"redeclare Cubic b(T = {T}, {start})"
    elif kind == "Fast":
        u = 0.1*f.der() + f
        change = f"redeclare Fast b({start})"
    else:
        u = T*f.der() + f
        change = f"b(T = {T}, {start})"
    m.declared.append(f"Host {h}({change}, u = {m.write(u)});")
    m.curves[f"{h}.b.y"] = f.at
    m.signals.append((f"{h}.b.y", f))
