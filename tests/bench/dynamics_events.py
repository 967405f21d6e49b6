"""Parts of random dynamic models: events at known times. See
random_dynamics.py."""

import math

from curves import TIME, exp

PARTS = ("switch", "switch_by_state", "jump", "sampled", "bounce",
         "mixed_loop", "counted", "branches", "limits", "delayed")


def after(t1, before, then):
    """Continuous: `then` begins where `before` ends."""
    return lambda t: (before.at(t) if t < t1 else
                      before.at(t1) + then.at(t) - then.at(t1))


def switch(m):
    x, f, g, t1 = m.name(), m.curve(), m.curve(), m.instant()
    m.state(x, f)
    form = m.chance.choice(("<", ">=", "Boolean"))
    a, b = m.write(f.der()), m.write(g.der())
    if form == "Boolean":
        c = m.name("b")
        m.declared.append(f"Boolean {c} = time >= {m.clock(t1)};")
        m.equations.append(f"der({x}) = if {c} then {b} else {a};")
    elif form == "<":
        m.equations.append(f"der({x}) = if time < {m.clock(t1)} then {a} "
                           f"else {b};")
    else:
        m.equations.append(f"if time >= {m.clock(t1)} then der({x}) = {b}; "
                           f"else der({x}) = {a}; end if;")
    m.curves[x] = after(t1, f, g)


def switch_by_state(m):
    """The state that is watched falls, and crosses a value on its way."""
    x, r, f, g, t1 = m.name(), m.name("r"), m.curve(), m.curve(), m.instant()
    rate = m.number(0.4, 1.5)
    m.state(x, f)
    fall = exp(-rate*TIME)
    m.state(r, fall)
    bound = m.parameter(fall.at(t1))
    m.equations += [f"der({r}) = -{rate}*{r};",
                    f"der({x}) = if {r} > {bound} then {m.write(f.der())} "
                    f"else {m.write(g.der())};"]
    m.curves[x] = after(t1, f, g)


def jump(m):
    x, n, f = m.name(), m.name("n"), m.curve()
    t1, t2 = sorted((m.instant(), m.instant()))
    c, k = m.number(-1, 1), m.chance.choice((0.0, 1.0, 3.0))
    m.state(x, f)
    m.declared.append(f"Integer {n}(start = 0, fixed = true);")
    m.equations += [
        f"when {{time >= {m.clock(t1)}, time >= {m.clock(t2)}}} then "
        f"{n} = pre({n}) + 1; reinit({x}, pre({x}) + {m.parameter(c)}); "
        "end when;",
        f"der({x}) = {m.write(f.der())} - {k}*({x} - {c}*{n} - "
        f"{m.write(f)});"]

    def count(t):
        return (t >= t1) + (t >= t2)

    m.curves[x] = lambda t: f.at(t) + c*count(t)
    m.curves[n] = count


def sampled(m):
    """A value that is held, and how often it was taken."""
    x, y, n, f = m.name(), m.name("y"), m.name("n"), m.curve()
    first, step = m.number(0.05, 0.3), m.number(0.15, 0.6)
    m.state(x, f)
    m.declared += [f"discrete Real {y}(start = 0, fixed = true);",
                   f"Integer {n}(start = 0, fixed = true);"]
    m.equations += [f"der({x}) = {m.write(f.der())};",
                    f"when sample({m.clock(first)}, {step}) then {y} = {x}; "
                    f"{n} = pre({n}) + 1; end when;"]

    def count(t):
        return max(0, math.floor((t - first)/step + 1e-12) + 1)

    m.curves[n] = count
    m.curves[y] = lambda t: (f.at(first + (count(t) - 1)*step)
                             if count(t) else 0.0)
    m.events += [first + k*step for k in range(int(3/step) + 1)]


def bounce(m):
    """A ball; each bounce takes a part of its speed."""
    h, v = m.name("h"), m.name("v")
    g, start, e = m.number(5, 12), m.number(0.2, 1.5), m.number(0.8, 0.95)
    if math.sqrt(2*start/g)*2*e/(1 - e) < 1.2*m.duration():
        e = 0.95  # it comes to rest far later
    m.declared.append(f"Real {h}(start = {start}, fixed = true), "
                      f"{v}(start = 0, fixed = true);")
    m.equations += [f"der({h}) = {v};", f"der({v}) = -{m.parameter(g)};",
                    f"when {h} < 0 then reinit({v}, -{m.parameter(e)}*"
                    f"pre({v})); end when;"]
    hits = []
    t = math.sqrt(2*start/g)
    speed = g*t
    while t < m.duration() + 1 and len(hits) < 200:
        speed *= e
        hits.append((t, speed))
        t += 2*speed/g

    def flight(t):
        found = [hit for hit in hits if hit[0] <= t]
        return (t - found[-1][0], 0.0, found[-1][1]) if found else (
            t, start, 0.0)

    def height(t):
        since, begin, speed = flight(t)
        return begin + speed*since - g*since**2/2

    def fall(t):
        since, _, speed = flight(t)
        return speed - g*since

    m.curves[h], m.curves[v] = height, fall
    m.events += [t for t, _ in hits]


def mixed_loop(m):
    """A loop with a relation of its own unknown, and one root."""
    y, f = m.name("y"), m.curve()
    m.free(y, f)
    a, b, c = m.number(0.2, 1), m.number(1, 3), m.number(-0.5, 0.5)
    F = m.write(f)
    m.equations.append(
        f"{y} + (if {y} > {c} then {a}*({y} - {c}) else {b}*({y} - {c})) = "
        f"{F} + (if noEvent({F} > {c}) then {a}*({F} - {c}) else {b}*({F} - "
        f"{c}));")


def counted(m):
    """Integers of the time, which make events by themselves."""
    n, x, y = m.name("n"), m.name("x"), m.name("y")
    step = m.number(0.2, 0.7)
    m.declared.append(f"Integer {n} = integer({m.time}/{step});")
    m.declared.append(f"Real {x}(start = 0, fixed = true);")
    m.declared.append(f"Real {y} = mod({m.time}, {step});")
    m.equations.append(f"der({x}) = {n};")

    def steps(t):
        return math.floor(t/step)

    m.curves[n] = steps
    m.curves[y] = lambda t: t - step*steps(t)
    m.curves[x] = lambda t: (step*steps(t)*(steps(t) - 1)/2
                             + steps(t)*(t - step*steps(t)))
    m.events += [k*step for k in range(int(3/step) + 2)]


def branches(m):
    """when and elsewhen, an algorithm, and edge() of a Boolean."""
    n, k, b = m.name("n"), m.name("k"), m.name("b")
    t1, t2, t3 = sorted(m.instant() for _ in range(3))
    m.declared += [f"Integer {n}(start = 0, fixed = true);",
                   f"discrete Real {k}(start = 1.5, fixed = true);",
                   f"Boolean {b} = time > {m.clock(t1)} and time < "
                   f"{m.clock(t3)};"]
    m.equations += [f"when time >= {m.clock(t2)} then {k} = pre({k}) - 1; "
                    f"elsewhen {b} then {k} = 2*pre({k}); end when;"]
    m.algorithms += [f"when {{edge({b}), not {b}}} then", f"  {n} := pre({n}) "
                     f"+ 2;", "end when;"]
    m.curves[k] = lambda t: 1.5 if t < t1 else 3.0 if t < t2 else 2.0
    m.curves[n] = lambda t: 0 if t < t1 else 2 if t < t3 else 4


def limits(m):
    """max, min, abs and sign of a state."""
    x, y, z, f = m.name(), m.name("y"), m.name("z"), m.curve()
    low, high = m.number(-1, 0), m.number(0, 1)
    m.state(x, f)
    m.declared += [f"Real {y} = max({low}, min({high}, {x}));",
                   f"Real {z} = abs({x} - {low});"]
    m.equations.append(f"der({x}) = {m.write(f.der())} - {x} + {m.write(f)};")
    m.curves[y] = lambda t: max(low, min(high, f.at(t)))
    m.curves[z] = lambda t: abs(f.at(t) - low)


def delayed(m):
    x, y, f, late = m.name(), m.name("y"), m.curve(), m.number(0.1, 0.8)
    m.state(x, f)
    m.declared.append(f"Real {y} = delay({x}, {m.parameter(late)});")
    m.equations.append(f"der({x}) = {m.write(f.der())} - 2*({x} - "
                       f"{m.write(f)});")
    m.curves[y] = lambda t: f.at(max(0.0, t - late))
