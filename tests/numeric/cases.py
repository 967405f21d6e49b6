"""What each model must do: curves, closed forms, invariants.

The importers in tests/fmu run the same cases. A curve is a CSV file of
reference/ (columns named like the variables) or a function of time; every
model of models/ has at least one case.
"""

import cmath
import csv
import functools
import math
import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")


class Case:
    """One run of one model.

    curve       file name in reference/, or function: time -> {name: value}
    names       {column of the file: name in the model}; others are left out
    stop, step  of a run by function; files carry their own times
    set         parameters and start values
    tolerance   largest difference relative to max(1, |value|)
    integration tolerance of the integrator: restarts at pivots cost accuracy
    scale       {name: size} for variables that are small by nature
    invariants  {words: (function of a row, bound)}: the largest absolute
                value over the run stays below the bound
    states      number of states after index reduction
    exchange    Model Exchange too? Not where values jump without an event:
                importers that take difference quotients across the jump
                cannot step over it
    events      must there be events, pivots (changes of states) in the run?
    says        words of a warning that the FMU has to give (None: none)
    """

    def __init__(self, model, curve, name=None, stop=None, step=None,
                 set=None, tolerance=1e-6, scale=None, invariants=None,
                 states=None, events=False, pivots=False, names=None,
                 integration=1e-10, exchange=True, says=None):
        self.integration = integration
        self.exchange = exchange
        self.says = says
        self.model = model
        self.name = name or model.split("/")[-1]
        self.set = set or {}
        self.tolerance = tolerance
        self.scale = scale or {}
        self.invariants = invariants or {}
        self.states = states
        self.events = events
        self.pivots = pivots
        self.curve = curve
        self.end, self.distance = stop, step
        self.names = names

    @functools.cached_property
    def table(self):
        """Times and rows: some take a while, so only when they are asked for."""
        if callable(self.curve):
            n = round(self.end/self.distance)
            times = [k*self.distance for k in range(n)] + [self.end]
            rows = [self.curve(t) for t in times]
        else:
            times, rows = read_csv(os.path.join(FOLDER, self.curve))
        if self.names:
            rows = [{new: row[old] for old, new in self.names.items()}
                    for row in rows]
        return times, rows

    @property
    def times(self):
        return self.table[0]

    @property
    def rows(self):
        return self.table[1]

    @property
    def stop(self):
        return self.times[-1]

    @property
    def step(self):
        return self.times[1] - self.times[0]

    def columns(self):
        return list(self.rows[0])

    def check(self, times, rows, tolerance=None):
        """None, or what is wrong first. rows: list of {name: value}."""
        tolerance = tolerance or self.tolerance
        if len(times) != len(self.times):
            return f"{len(times)} points, expected {len(self.times)}"
        for t, row, time, expected in zip(times, rows, self.times, self.rows):
            if abs(t - time) > 1e-9*max(1, abs(time)):
                return f"a point at {t}, expected {time}"
            for name, value in expected.items():
                scale = self.scale.get(name, max(1, abs(value)))
                difference = abs(row[name] - value)
                if not difference <= tolerance*scale:
                    return (f"{name}({time:g}) is {row[name]:.12g}, expected "
                            f"{value:.12g}: off by {difference:.2g}, allowed "
                            f"{tolerance*scale:.2g}")
        return None

    def check_invariants(self, rows):
        for words, (function, bound) in self.invariants.items():
            worst = max(abs(function(row, rows[0])) for row in rows)
            if not worst <= bound:
                return f"{words}: {worst:.3g}, allowed {bound:.3g}"
        return None


def read_csv(path):
    with open(path, newline="") as file:
        table = list(csv.reader(file))
    head = table[0]
    times = [float(line[0]) for line in table[1:]]
    rows = [{name: number(text) for name, text in zip(head[1:], line[1:])}
            for line in table[1:]]
    return times, rows


def number(text):
    """A String stays a text."""
    try:
        return {"true": 1.0, "false": 0.0}[text]
    except KeyError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


# --- closed forms -----------------------------------------------------------

def elastic_shaft(t):
    """The twist is a damped oscillation, the centre turns evenly."""
    J1, J2, c, d, start = 1, 2, 1e4, 10, 0.01
    k = 1/J1 + 1/J2
    decay, omega = d*k/2, math.sqrt(c*k - (d*k/2)**2)
    twist = start*math.exp(-decay*t)*(
        math.cos(omega*t) + decay/omega*math.sin(omega*t))
    slip = -start*math.exp(-decay*t)*c*k/omega*math.sin(omega*t)
    angle = 100*t + start*J2/(J1 + J2)  # of the centre
    return {"twist": twist, "slip": slip,
            "phi1": angle - twist*J2/(J1 + J2),
            "phi2": angle + twist*J1/(J1 + J2)}


def driven_oscillator(t):
    """c = 4, m = 1, no damping, no force."""
    return {"s": math.cos(2*t), "v": -2*math.sin(2*t)}


def two_springs(t):
    """Half periods of cos(t) and of sin(2t)/2, from s = 1 at rest."""
    t = (t + math.pi/2) % (1.5*math.pi)  # begins at s = 0, moving right
    if t < math.pi:
        return {"s": math.sin(t), "v": math.cos(t)}
    t -= math.pi
    return {"s": -math.sin(2*t)/2, "v": -math.cos(2*t)}


def tank_calibration(h0, t):
    """The root of the level falls evenly; the rest follows from the start."""
    area, fall = 2, 0.5
    n = 2 if h0 > 3 else 1
    c = fall*area/math.sqrt(h0)
    low = math.sqrt(0.25 + h0 - 2) - 0.5
    return {"n": n, "k": c/n, "c": c, "h_low": low,
            "h": (math.sqrt(h0) - t*c/(2*area))**2,
            "g": low*math.exp(-c/n*t)}


def draining_tank(t):
    A, a, g = math.pi*0.25/4, math.pi*0.0004/4, 9.81
    root = 1 - a/A*math.sqrt(g/2)*t
    return {"h": root**2, "A": A, "a": a, "T": A/a*math.sqrt(2/g)}


def pendulum_angle(t, phi, w, steps=2000):
    """Angle and angular velocity of a pendulum of length 1, by Runge and
    Kutta."""
    def slope(state):
        return state[1], -9.81*math.sin(state[0])

    def ahead(state, by, k):
        return state[0] + by*k[0], state[1] + by*k[1]
    state, h = (phi, w), t/steps
    for _ in range(steps):
        k1 = slope(state)
        k2 = slope(ahead(state, h/2, k1))
        k3 = slope(ahead(state, h/2, k2))
        k4 = slope(ahead(state, h, k3))
        state = ahead(state, h/6, [a + 2*b + 2*c + d for a, b, c, d
                                   in zip(k1, k2, k3, k4)])
    return state


def closed_loop(t):
    phi, w = pendulum_angle(t, 0.5, 0)
    return {"j1.phi": phi, "j1.w": w, "j4.phi": -phi,
            "body.a.x": 1 + math.sin(phi), "body.w": 0}


def pendulum_guess(t):
    """(1, 0.5) projected on the tangent (0.8, 0.6): a speed of 1.1."""
    phi, w = pendulum_angle(t, math.asin(0.6), 1.1)
    return {"x": math.sin(phi), "y": -math.cos(phi), "vx": w*math.cos(phi),
            "vy": w*math.sin(phi)}


def rocket(t):
    """Tsiolkovsky's equation until the fuel is burnt at t = 40."""
    c, g, burnt = 2500, 9.81, min(t, 40.0)
    m = 1000 - 20*burnt
    a = 20*c/m - g if t < 40 else -g
    v = c*math.log(1000/m) - g*t
    h = c/20*(m*math.log(m/1000) + 1000 - m) - g*t*t/2
    h += c*math.log(5)*(t - burnt)
    fuel = -20 if t < 40 else 0
    return {"m": m, "v": v, "h": h, "a": a,
            "power": fuel*v*v/2 + m*v*a}


def joined_tanks(t):
    level = 1 + 0.025*(1 - math.cos(t))
    return {"wide.level": level, "narrow.level": level,
            "wide.port.q": 0.075*math.sin(t),
            "narrow.port.q": 0.025*math.sin(t)}


def inverse_crane(t, M=2, m=1, g=9.81, h=2):
    """The rope points along acceleration minus gravity; four derivatives of
    the path are in the force."""
    x, a = 1 - math.cos(t), math.cos(t)
    s = x + h/g*a
    length = math.hypot(h, s - x)
    return {"x": x, "s": s, "l": length, "T": m*g*length/h,
            "F": M*(math.cos(t) - h/g*math.cos(t)) + m*a}


def phasors(t):
    """Ohm's law with impedances."""
    omega, V = 0.2 + t, 2*cmath.exp(0.5j)
    i = V/(0.3 + 1j*omega + 1/(0.5j*omega))
    return {"resistor.p.i.re": i.real, "resistor.p.i.im": i.imag,
            "capacitor.v.re": (i/(0.5j*omega)).real, "all.im": V.imag}


def junction(t):
    """The cold stream turns round when the tank holds 2 kg."""
    m = 3.5*(1 - math.exp(-2*t/3))
    turn = 1.5*math.log(7/3)
    mixed = t < turn
    U = 50*t + 150*m if mixed else 50*turn + 300 + 200*(m - 2)
    return {"tank.m": m, "tank.U": U, "cold.port.m_flow": (m - 2)/3,
            "third.a.h_inStream":
                ((1200 - 300*m)/(7 - 2*m) if mixed else 200)}


def heating_schedule(t):
    """Exponentials from switch to switch, time constant 10 h."""
    T, at = 15.0, 0.0
    for switch, target in ((6, 5), (22, 25), (30, 5), (46, 25), (99, 5)):
        end = min(t, switch)
        T = target + (T - target)*math.exp(-(end - at)/10)
        at = end
        if t <= switch:
            break
    return {"T": T, "heated": (t >= 22) + (t >= 46)}


def bouncing_ball(t, e=0.8, g=9.81):
    """From impact to impact; the speed is e times as large each time."""
    at, v, bounces = math.sqrt(2/g), math.sqrt(2*g), 0
    if t < at:
        return {"h": 1 - g/2*t**2, "v": -g*t, "bounces": 0, "impact": 0}
    while True:
        impact, v, bounces = v, e*v, bounces + 1
        if t < at + 2*v/g:
            t -= at
            return {"h": v*t - g/2*t**2, "v": v - g*t, "bounces": bounces,
                    "impact": impact}
        at += 2*v/g


def relay_from(begin, x, u):
    """The level of sliding_relay where the relay does not switch."""
    return lambda t: x + u*(t - begin) + 1.5*(math.cos(begin) - math.cos(t))


def zero_of(level, low, high):
    for _ in range(100):
        middle = (low + high)/2
        low, high = (middle, high) if level(low)*level(middle) > 0 else \
            (low, middle)
    return low


def sliding_relay(t):
    """Falls to 0 and slides until the load is 1; is lifted, falls, slides
    until the load is -1."""
    lifted, sunk = math.asin(2/3), math.pi + math.asin(2/3)
    first = relay_from(0, 0.1, -1)
    second, third = relay_from(lifted, 0, -1), relay_from(sunk, 0, 1)
    begins = zero_of(first, 0, 0.3), zero_of(second, 2, 3.5)
    if begins[0] <= t < lifted or begins[1] <= t < sunk:
        x, u = 0, -1.5*math.sin(t)
    elif t >= sunk:
        x, u = third(t), 1
    else:
        x, u = (first if t < lifted else second)(t), -1
    start = 0.1 + 1.5*(1 - math.cos(t))
    return {"x": x, "u": u, "effort": x - start}


def falling(t, h, v, e, g=9.81):
    """From (h, v), with bounces, until it rests."""
    while True:
        lands = (v + math.sqrt(v*v + 2*g*h))/g
        if t < lands or lands < 1e-9:
            break
        t, h, v = t - lands, 0, e*(g*lands - v)
    if lands < 1e-9:
        return {"h": 0, "v": 0}
    return {"h": h + v*t - g/2*t**2, "v": v - g*t}


def ball_at_rest(t, e=0.6, lift=5):
    if t < 3:
        return falling(t, 1, 0, e)
    if t < 4.5:
        return falling(t - 3, 0, 2, e)
    if t < 4.8:
        return {"h": lift/2*(t - 4.5)**2, "v": lift*(t - 4.5)}
    return falling(t - 4.8, lift/2*0.3**2, lift*0.3, e)


def thermostat(t, low=19, high=21, outside=10, hot=30, tau=10):
    """Exponentials from switch to switch."""
    T, heat, switched = 15.0, True, 0
    while True:
        target, end = (hot, high) if heat else (outside, low)
        length = tau*math.log((T - target)/(end - target))
        if t < length:
            return {"T": target + (T - target)*math.exp(-t/tau),
                    "heat": heat, "switched": switched}
        t, T, heat, switched = t - length, end, not heat, switched + 1


def sampled_pi(t, Ts=0.1, K=2, Ti=0.5):
    """Exact between samples, where u is held."""
    x, integral, k = 0.2, 0.0, 0
    while True:
        error = (1 if k*Ts >= 0.25 else 0) - x
        integral += Ts/Ti*error
        u = K*(error + integral)
        length = min(Ts, t - k*Ts)
        x = u + (x - u)*math.exp(-length)
        if length < Ts:
            return {"x": x, "u": u, "integral": integral}
        k += 1


def saturated_servo(t):
    if t < 0.8:
        return {"x": t, "u": 1, "saturated": 1}
    rest = 0.2*math.exp(-5*(t - 0.8))
    return {"x": 1 - rest, "u": 5*rest, "saturated": 0}


def stick_slip(t):
    """One push from rest, and the same one backward two seconds later."""
    def pushed(t):
        first, end = 2/3, 1 + (1/3)/1.5
        if t < first:
            return 0, 0
        s = min(t, 1)
        v = 1.5*(s**2 - first**2) - 1.5*(s - first)
        x = 0.5*(s**3 - first**3) - 1.5*first**2*(s - first) \
            - 0.75*(s - first)**2
        s = min(t, end) - 1
        if s > 0:
            x += v*s - 0.75*s**2
            v -= 1.5*s
        return x, v
    (x1, v1), (x2, v2) = pushed(t), pushed(t - 2)
    return {"x": x1 - x2, "v": v1 - v2,
            "mode": (v1 > 1e-9) - (v2 > 1e-9)}


def clocked_pi(t, Ts=0.1, K=2, Ti=0.5):
    """Exact between ticks, where u is held."""
    x, integral, k, crossings = 0.2, 0.0, 0, 0
    while True:
        goal = 1 if k >= 5 else 0
        error = goal - x
        integral += Ts/Ti*error
        u = K*(error + integral)
        length = min(Ts, t - k*Ts)
        before, x = x, u + (x - u)*math.exp(-length)
        crossings += before <= 0.5 < x
        if length < Ts:
            shifted = math.floor((t - 1.5*Ts)/Ts)
            return {"x": x, "u": u, "integral": integral, "ticks": k + 1,
                    "seen": k//5*5 + 1, "goal": goal,
                    "late": shifted + 2 if shifted >= 0 else 0,
                    "crossings": crossings}
        k += 1


def traffic_light(t):
    """Pressed at 4 and 30: yellow for 3 s, red for 10 s."""
    phase = 1
    for press in (4, 30):
        if press <= t < press + 3:
            phase = 2
        elif press + 3 <= t < press + 13:
            phase = 3
    waiting = sum(min(max(t - press - 3, 0), 10) for press in (4, 30))
    return {"phase": phase, "waiting": waiting, "clock": math.floor(t)}


def clock_ladder(t):
    """Ticks at quarters of a second, and what is made of them."""
    k = math.floor(4*t)
    u, rare = k/4, k//3*0.75
    late = max(math.floor(4*t - 0.5), 0)/4
    angle = t + t*t/2
    turns = math.floor((angle - math.pi/6)/(2*math.pi)) + 1
    return {"u": u, "n": 10 + k, "step": 0.25, "fine": 0.05, "rare": rare,
            "dense": u, "late": late, "early": max(k - 1, 0)/4,
            "mixed": u + rare, "turns": turns, "total": u + rare + late}


def washing_machine(t):
    """Two runs of 36 ticks: fill 4, turn 28, done 1, spin 3."""
    run, k = divmod(math.floor(2*t) - 5, 36)
    is_off = run < 0 or run >= 2
    runs = 0 if run < 0 else min(run + (k >= 33), 2)
    turn = 0 if run < 0 else 5
    if not is_off and (run > 0 or k < 32):
        turn = min(max(k - 4, -1)//6 + 1, 5) if k >= 4 else 5*run
    left = not is_off and 4 <= k < 32 and (k - 4) % 6 < 3
    spins = max(k - 32, 0)
    level = 0 if is_off else max(min(3*k + 3, 12) - 5*spins, 0)
    speed = 200*spins if not is_off and spins else 600*(runs > 0)
    return {"level": level, "speed": speed, "runs": runs, "wash.turns": turn,
            "off.active": is_off, "wash.active": not is_off and 4 <= k < 33,
            "wash.left.active": left}


def clutch(t):
    """Free, sliding from 1 s, stuck from 5/3 s; at 3.5 s a torque begins that
    the worn clutch cannot carry for long."""
    if t < 1:
        return {"w1": 10, "w2": 0, "mode": 4}
    if t < 5/3:
        return {"w1": 10 - 10*(t - 1), "w2": 5*(t - 1), "mode": 3}
    w, mode, t = 10/3, 2, max(t - 3.5, 0)
    breaks = math.asin(2/(8*2/3))/2
    w += 8/3*(1 - math.cos(2*min(t, breaks)))/2
    slide = max(t - breaks, 0)
    drive = 4*(math.cos(2*breaks) - math.cos(2*t)) if slide > 0 else 0
    return {"w1": w + drive - 2*slide, "w2": w + slide,
            "mode": 3 if slide > 0 else 2}


def root(function, low, high):
    """Where a function that is positive at low becomes negative."""
    for _ in range(60):
        middle = (low + high)/2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return low


def pushed_block(t, m=0.1, peak=1, R=2, A=3, w=2):
    """A push A sin(w t) moves a block as soon as it exceeds peak R; then the
    friction is R. The next half wave does the same backward."""
    half = math.pi/w
    leaves = math.asin(peak*R/A)/w

    def slide(t):
        """Distance and speed, in the first half wave."""
        t -= leaves
        speed = A/w*(math.cos(w*leaves) - math.cos(w*(t + leaves))) - R*t
        swing = math.sin(w*(t + leaves)) - math.sin(w*leaves)
        return (A/w*(math.cos(w*leaves)*t - swing/w) - R*t*t/2)/m, speed/m

    rests = root(lambda t: slide(t)[1], half/2, half + leaves)
    x, sign = 0, 1
    while t > half + leaves:
        x += sign*slide(rests)[0]
        sign, t = -sign, t - half
    if leaves < t < rests:
        distance, speed = slide(t)
        return {"x": x + sign*distance, "v": sign*speed, "friction": sign*R}
    if t >= rests:
        x += sign*slide(rests)[0]
    return {"x": x, "v": 0, "friction": sign*A*math.sin(w*t)}


def two_brakes(t, J=0.5):
    """They share what is open evenly, as far as they can; at 3 both slide."""
    b = min(t, 1)
    return {"w": max(t - 1.5, 0)**2/J, "a.tau": min(2*t - b, 2), "b.tau": b}


def transport_line(t):
    """The water has moved by 1.5 sin(t) of the pipe. What leaves it entered at
    the last time at which it was at an end, or was there at the start."""
    def last_time(moved):
        if abs(moved) > 1.5:
            return -1
        first = math.asin(moved/1.5)
        times = [u + 2*math.pi*k for k in range(3)
                 for u in (first, math.pi - first)]
        return max((u for u in times if 0 <= u < t - 1e-6), default=-1)

    place = (1 if math.cos(t) > 0 else 0) - 1.5*math.sin(t)
    left, right = last_time(-place), last_time(1 - place)
    if max(left, right) < 0:
        value = 300 + 40*place if place < 0.5 else 330 - 20*place
    else:
        value = 300 + 10*math.sin(3*left) if left > right else 290 + 5*right
    return {"arrives": value, "s": 6*math.sin(t)}


def delayed_feedback(t):
    """Method of steps: a polynomial more for each delay."""
    x = sum((-1)**k*(t - (k - 1))**k/math.factorial(k)
            for k in range(math.floor(t) + 2))
    late = t - 0.7
    ramp = late + late**2/2 - 1.5 - 1.5**2/2 if late >= 1.5 else 0
    return {"x": x, "arrived": 1 + late if late >= 1.5 else 0,
            "counted": ramp}


def ideal_diode(t, U=10, f=50, R=100, on=0.01, off=1e-5):
    w = 2*3.14159265358979*f
    halves, rest = divmod(t*2*f, 1)
    halves = int(halves)
    forward, backward = U/(R + on), U*off/(1 + R*off)
    q = (forward*((halves + 1)//2) - backward*(halves//2))*2/w
    size = backward if halves % 2 else forward
    q += (-1)**halves*size*(1 - math.cos(math.pi*rest))/w
    return {"q": q, "i": size*math.sin(w*t), "off": halves % 2}


def rc_ladder(t, n=50):
    """The slowest mode of a line that is open at its end."""
    rate = 4*math.sin(math.pi/(4*n + 2))**2
    v = [math.sin(math.pi*k/(2*n + 1))*math.exp(-rate*t)
         for k in range(n + 1)]
    row = {f"c[{k}].v": v[k] for k in (1, 2, 25, 49, 50)}
    return row | {"r[1].i": -v[1], "r[50].i": v[49] - v[50]}


def relaxation_oscillator(t, limit=15, gain=1e4):
    """Charged towards +limit and -limit in turn, to the thresholds."""
    threshold = limit/2 - limit/gain
    first = math.log(limit/(limit - threshold))
    half = math.log((limit + threshold)/(limit - threshold))
    if t < first:
        return {"vc": limit*(1 - math.exp(-t)), "vout": limit}
    n, rest = divmod(t - first, half)
    sign = -1 if n % 2 == 0 else 1
    vc = sign*(limit - (limit + threshold)*math.exp(-rest))
    return {"vc": vc, "vout": sign*limit}


def damped_oscillator(t):
    """s'' + 0.4 s' + 4 s = 0.5 sin 3t, s(0) = 1, at rest."""
    driven = 0.5/complex(4 - 9, 0.4*3)
    own = complex(-0.2, math.sqrt(4 - 0.04))
    a = 1 - driven.imag
    b = (-(3j*driven).imag - a*own.real)/own.imag
    free = complex(a, -b)  # s = Re(free e^(own t)) + Im(driven e^(3it))
    e, f = cmath.exp(own*t), cmath.exp(3j*t)
    s = (free*e).real + (driven*f).imag
    v = (own*free*e).real + (3j*driven*f).imag
    return {"body.s": s, "body.v": v, "spring.f": 4*s, "damper.f": 0.4*v,
            "wall.flange.f": 4*s + 0.4*v}


def coupled_masses(t):
    """The modes have the frequencies 1 and sqrt(3)."""
    w = math.sqrt(3)
    s1 = (math.cos(t) + math.cos(w*t))/2
    s2 = (math.cos(t) - math.cos(w*t))/2
    return {"body[1].s": s1, "body[2].s": s2,
            "body[1].v": -(math.sin(t) + w*math.sin(w*t))/2,
            "spring[2].f": s2 - s1, "right.flange.f": s2}


def bolted_masses(t):
    """6 kg on a spring of 24 N/m; each bolt carries the masses after it."""
    s = math.cos(2*t)
    return {"body[1].s": 0.625 + s, "body[2].s": 0.875 + s,
            "body[3].s": 1.125 + s, "body[3].v": -2*math.sin(2*t),
            "spring.f": 24*s, "body[2].a.f": -20*s, "body[3].a.f": -12*s}


def heat_rod(t, n=10):
    """The slowest mode of a rod that is cold at both ends."""
    rate = 3/2*4*math.sin(math.pi/(2*n + 2))**2
    T = [math.sin(k*math.pi/(n + 1))*math.exp(-rate*t)
         for k in range(n + 2)]
    row = {f"piece[{k}].T": T[k] for k in range(1, n + 1)}
    return row | {"link[1].Q": -3*T[1], "cold[2].port.Q": 3*T[n]}


def insulated_rod(t, n=8):
    rate = 0.5*4*math.sin(math.pi/(4*n + 2))**2
    T = [300 + 50*math.sin(k*math.pi/(2*n + 1))*math.exp(-rate*t)
         for k in range(n + 1)]
    row = {f"rod.lump[{k}].T": T[k] for k in range(1, n + 1)}
    return row | {"rod.b.T": T[n], "rod.b.Q": 0, "rod.a.Q": T[0] - T[1]}


# --- invariants -------------------------------------------------------------

def length(row, first):
    return row["x"]**2 + row["y"]**2 - 1


def change_of(name):
    return lambda row, first: row[name] - first[name]


def rods(row, first):
    upper = row["x1"]**2 + row["y1"]**2 - 1
    lower = (row["x2"] - row["x1"])**2 + (row["y2"] - row["y1"])**2 - 1
    return max(abs(upper), abs(lower))


def on_paraboloid(row, first):
    return row["p1"]**2 + row["p2"]**2 - row["p3"]


def circle(row, first):
    return row["x1"]**2 + row["x2"]**2 - 1


MILLER_NAMES = {"J": "src.i", "u1": "src.p.v", "u2": "c1.v", "u3": "amp.out.v",
                "JV": "amp.out.i"}


DISC_NAMES = {"x": "x", "y": "y", "vx": "vx", "vy": "vy", "s": "s",
              "lam": "lambda"}


def two_lengths(row, first):
    return max(abs(row["x1"]**2 + row["y1"]**2 - 1),
               abs(row["x2"]**2 + row["y2"]**2 - 0.16))


def singular_pair(t):
    y = math.cos(t) - math.exp(-t)
    return {"x": math.sin(t) - t*y, "y": y}


def miller_singular(t):
    return {"u1": math.sin(t), "u2": math.sin(t), "u3": 2*math.sin(t),
            "J": 0, "JV": -math.cos(t)}


def table_function(t):
    """The area below a trapezium."""
    q = min(2*t, 2, 6 - 2*t)
    if t <= 1:
        volume = t*t
    elif t <= 2:
        volume = 1 + 2*(t - 1)
    else:
        volume = 4 - (3 - t)**2
    return {"volume": volume, "q": q}


def queue_algorithm(t):
    """The queue, customer by customer."""
    arrivals, done = (0.5, 1, 1.25, 4, 4.5), [0]
    for arrival in arrivals:
        done.append(max(arrival, done[-1]) + 1)
    spans = list(zip(arrivals, done[1:]))
    return {"done[5]": 6,
            "waiting": sum(a <= t < d for a, d in spans),
            "waited": sum(max(0, min(t, d - 1) - a) for a, d in spans),
            "late": float(t > 3)}


def engine_bus(t):
    speed = 2.4*(1 - math.exp(-2.5*t))
    return {"speed": speed, "level": 3, "engine.bus.throttle": 6 - 2*speed,
            "battery.bus.levels[1]": 6 - 2*speed, "unit.lamp.p.i": 1,
            "bus.supply.v": 10, "engine.bus.supply.i": 0}


def service_queue(t):
    """The queue, event by event."""
    moments = [(0.5 + 0.7*k, True) for k in range(50)]
    moments += [(1 + 1.1*k, False) for k in range(50)]
    places, lost, served, waited = [], 0, 0, 0
    for moment, comes in sorted(moments):
        if moment > t:
            break
        if not comes:
            if places:
                waited += moment - places.pop(0)
                served += 1
        elif len(places) < 8:
            places.append(moment)
        else:
            lost += 1
    return {"waiting": len(places), "lost": lost, "served": served,
            "waited": waited, "first": served % 8 + 1}


def external_record(t):
    """The enthalpy per volume, and what C has written into the struct."""
    now, then = 1 + t, 2 if t >= 1 else 1
    return {"h": 500*(1.5*then + 1)*then, "s.steps": 1 + then,
            "s.line.slope": 6, "s.line.offset": -1,
            "s.enthalpy": (1.5*then + 1)*then,
            "line.slope": 6*t, "line.offset": 1 - 3*t*t,
            "twice": 1000*(1.5*now + 1)*now + 1 + math.floor(now + 1e-9)}


def computed_sizes(t):
    """Sums and products by hand; x is the logarithm of g = 1 + t + t^2/2."""
    n = 20 + math.floor(10*t + 1e-9)
    primes = [i for i in range(2, n + 1) if all(i % k for k in range(2, i))]
    above = [k*t for k in range(1, 5) if k*t > 1.5]
    g, slope = 1 + t + t*t/2, 1 + t
    size = 3 + math.floor(t + 1e-9)
    v = [t**i for i in range(1, size + 1)]
    form = sum(v[i]*v[j]/(i + j + 1) for i in range(size) for j in range(size))
    row = [1/(j + 1) for j in range(size)]
    return {"count": len(primes), "total": sum(primes),
            "m": sum(above)/max(1, len(above)), "x": math.log(g),
            "v": slope/g, "a": (g - slope**2)/g**2,
            "y": form + sum(row[1:]), "trace": sum(row),
            "border": (1 + t)*size*(size + 1)/2 + (size + 1)*(2*t*size + 3)}


def function_values(t):
    w = (1 + t)**(1/3)
    return {"s": 10 + 2*t, "r": 5, "w": w,
            "q.x": 3*math.cos(t) - 4*math.sin(t),
            "q.y": 3*math.sin(t) + 4*math.cos(t),
            "z": math.sin(t)**3, "dz": 3*math.sin(t)**2*math.cos(t)}


def external_spring(t):
    return {"x": math.cos(2*t), "v": -2*math.sin(2*t), "rest": 0.5}


def table_object(t):
    """Lines through (0, 0), (1, 2), (2, 2), (4, 3)."""
    x = 2*t if t < 1 else 2 if t < 2 else 2 + (t - 2)/2
    return {"x": x, "v": 2 if t < 1 else 0 if t < 2 else 0.5, "s": x}


def known_objects(t):
    """Rungs at 0.25, 0.75, 1.5; the third step of the stairs at 2.25."""
    z = math.exp(-2.25*t)
    return {"x[1]": 0.25*t, "y[1]": 0.75 if t < 1 else 1.5, "z[1]": z,
            "z[4]": z, "end_of_stairs": 2.25}


def lossless_core(t):
    """Without losses the coils are one of 4 H."""
    i = (1 - math.exp(-t/2))/2
    return {"i[1]": i, "i[2]": i, "v": 0.75*math.exp(-t/2), "i_core": 0}


def written_derivatives(t):
    """sin(2 s) with s = 1 + t^2/2 and its derivatives."""
    s = 1 + t*t/2
    sine, cosine = math.sin(2*s), math.cos(2*s)
    return {"s": s, "y": sine, "v": 2*cosine*t,
            "a": 2*cosine - 4*sine*t*t,
            "jerk": -8*cosine*t**3 - 12*sine*t,
            "scaled": 2*s, "scaled_speed": 2*t,
            "square": s*s, "square_speed": 2*s*t,
            "r": math.sqrt(s), "r_speed": t/(2*math.sqrt(s)),
            "c": -math.sqrt(s), "c_speed": -t/(2*math.sqrt(s))}


def handed_derivatives(t):
    """The masses 1 and 3 move as one."""
    s, v, a = t*t/8 + t**3/24, t/4 + t*t/8, (1 + t)/4
    return {"s": s, "v": v, "a": a, "trailer_s": s, "trailer_v": v,
            "trailer_a": a, "pull": 3*a}


def turned_frame(t):
    """m L^2 phi'' = -k phi"""
    rate = math.sqrt(3/(2*0.5**2))
    phi, w = math.cos(rate*t), -rate*math.sin(rate*t)
    return {"phi": phi, "w": w, "r[1]": 0.5*math.cos(phi),
            "r[2]": 0.5*math.sin(phi), "v[1]": -0.5*w*math.sin(phi)}


def string_log(t):
    """A report at 0.75, 1.75 and 2.75; the one before it is kept."""
    texts = ["nothing yet", "low: 0.75.", "middle: 1.75..!", "high: 2.75..."]
    n = 0 if t < 0.75 else int(t - 0.75) + 1
    return {"x": t, "size": len(texts[n]), "width": 2*len(texts[n]),
            "is_first": t < 0.75, "last_size": len(texts[max(n - 1, 0)]),
            "n_changes": n}


def function_records(t):
    """The area by the shoelace formula, the rest by hand."""
    return {"area": 2*t, "x": 2.5 + t, "steps": 3 + 10*5 + 100*(t + 2),
            "line": t + 2*t*t + 3*t**3, "w[1]": 3 + 3*t, "w[2]": 9 + 6*t}


def implicit_loops(t):
    """Integers count half seconds."""
    n = int(2*t + 1e-9)
    return {"m": t + 13, "s[1]": t + 3, "s[2]": 7 + 5*t, "n": n,
            "q": n*(n + 1)*(2*n + 1)/6, "line[1]": t, "line[4]": 4*t}


def root_function(t):
    """sqrt(x + 1) falls by 1/2 per second."""
    return {"x": (math.sqrt(2) - t/2)**2 - 1, "q": (1 + t)**2, "s": 10*t}


CASES = [
    Case("oscillators/van_der_pol", "van_der_pol.csv", states=2),
    Case("oscillators/driven_oscillator", driven_oscillator, stop=10,
         step=0.25, states=2,
         invariants={"energy": (change_of("energy"), 1e-6)}),

    Case("mechanics/elastic_shaft", elastic_shaft, stop=0.5, step=0.01,
         states=4),
    Case("circuits/rc", "rc.csv", states=1),
    Case("circuits/lossless_core", lossless_core, stop=4, step=0.25,
         states=1),
    Case("circuits/rlc_variational", "rlc_variational.csv", states=2),
    Case("circuits/miller_integrator", "miller_integrator.csv", states=1),
    Case("circuits/miller_integrator", "miller_integrator_half.csv",
         name="miller_integrator_half", set={"A": 0.5}, states=1),
    Case("circuits/miller_singular", miller_singular, stop=10, step=0.5,
         states=0, tolerance=1e-12),
    Case("circuits/capacitor_loop", "capacitor_loop.csv", states=1),
    Case("circuits/inductor_cutset", "inductor_cutset.csv", states=1),
    Case("circuits/loop_and_cutset", "loop_and_cutset.csv", states=1),
    Case("circuits/charge_oriented", "loop_and_cutset.csv", states=1),
    Case("circuits/miller_components", "miller_integrator.csv", states=1,
         names=MILLER_NAMES),
    Case("circuits/miller_components", "miller_integrator_half.csv",
         name="miller_components_half", set={"amp.A": 0.5},
         names=MILLER_NAMES),
    Case("circuits/capacitor_loop_components", "capacitor_loop.csv", states=1,
         names={"e1": "src.p.v", "e2": "c2.v", "jV": "src.i"}),
    Case("circuits/inductor_cutset_components", "inductor_cutset.csv",
         states=1, names={"e1": "src.n.v", "e2": "first.resistor.p.v",
                          "e3": "second.resistor.p.v",
                          "jL1": "first.inductor.i",
                          "jL2": "second.p.i"}),
    Case("circuits/loop_and_cutset_components", "loop_and_cutset.csv",
         states=1, names={"e1": "vs.p.v", "e2": "c2.v", "e3": "l.p.v",
                          "jL": "l.i", "jV": "vs.i"}),
    Case("circuits/rc_ladder", rc_ladder, stop=100, step=5, states=50),
    Case("circuits/relaxation_oscillator", relaxation_oscillator, stop=5,
         step=0.05, tolerance=1e-5, integration=1e-8, states=1,
         exchange=False),
    Case("circuits/diode_bridge", "diode_bridge.csv", states=1,
         integration=1e-9, names={"p": "p", "a": "a"}),
    Case("circuits/buck_converter", "buck_converter.csv", states=2,
         events=True),
    Case("circuits/diode_clipper", "diode_clipper.csv", states=1,
         scale={"id": 1e-3, "vd": 1, "vC": 1}),

    Case("multibody/pendulum", "pendulum.csv", states=2,
         invariants={"length": (length, 1e-9),
                     "energy": (change_of("energy"), 1e-6)}),
    Case("multibody/pendulum", "pendulum_small.csv", name="pendulum_small",
         set={"g": 1, "phi0": 0.1}, states=2,
         invariants={"length": (length, 1e-9),
                     "energy": (change_of("energy"), 1e-7)}),
    Case("multibody/pendulum_angle", "pendulum_angle.csv", states=2),
    Case("multibody/pendulum_index1", "pendulum.csv", states=4),
    Case("multibody/double_pendulum", "double_pendulum.csv", states=4,
         integration=1e-11,
         invariants={"rods": (rods, 1e-14),
                     "energy": (change_of("energy"), 1e-8)}),
    Case("multibody/paraboloid", "paraboloid.csv", states=4,
         integration=1e-11,
         invariants={"surface": (on_paraboloid, 1e-14),
                     "energy": (change_of("energy"), 1e-8),
                     "angular momentum": (change_of("angularMomentum"),
                                          1e-8)}),
    Case("multibody/paraboloid", "paraboloid_b.csv", name="paraboloid_b",
         set={"p1": 0.5, "p2": -1, "v1": 0.3, "v2": 0.7}, states=4),
    Case("multibody/hoisted_pendulum", "hoisted_pendulum.csv", states=2,
         pivots=True),
    Case("multibody/large_swing", "large_swing.csv", states=2, pivots=True,
         integration=1e-12, tolerance=1e-7,
         invariants={"length": (length, 1e-11),
                     "energy": (change_of("energy"), 1e-8)}),
    Case("multibody/large_swing", "large_swing_over.csv",
         name="large_swing_over", set={"vy": -2}, states=2, pivots=True,
         integration=1e-12,
         invariants={"length": (length, 1e-11),
                     "energy": (change_of("energy"), 1e-7)}),
    Case("multibody/two_pendulums", "two_pendulums.csv", states=4, pivots=True,
         integration=1e-12,
         invariants={"lengths": (two_lengths, 1e-11),
                     "energy1": (change_of("energy1"), 1e-7),
                     "energy2": (change_of("energy2"), 1e-6)}),
    Case("multibody/double_pendulum_high", "double_pendulum_high.csv",
         states=4, pivots=True, integration=1e-12,
         invariants={"rods": (rods, 1e-11),
                     "energy": (change_of("energy"), 1e-6)}),
    Case("multibody/rotating_rod", "rotating_rod.csv", states=2, pivots=True),
    Case("multibody/slider_crank", "slider_crank.csv", states=2, pivots=True,
         integration=1e-12,
         scale={"lambda1": 100, "lambda2": 100, "lambda3": 100},
         invariants={"energy": (change_of("energy"), 2e-7)}),
    Case("multibody/four_bar", "four_bar.csv", states=2, pivots=True,
         integration=1e-12,
         scale={"lambda1": 100, "lambda2": 100, "lambda3": 100},
         invariants={"energy": (change_of("energy"), 2e-7)}),
    Case("multibody/jerk_on_circle", "jerk_on_circle.csv", states=3,
         invariants={"circle": (circle, 1e-9)}),

    Case("multibody/triple_pendulum", "triple_pendulum.csv", states=6,
         pivots=True, names={f"{a}{i}": f"{b}[{i}]" for a, b in
                             (("x", "x"), ("y", "y"), ("vx", "vx"),
                              ("vy", "vy"), ("lam", "lambda"))
                             for i in (1, 2, 3)},
         invariants={"energy": (change_of("energy"), 1e-7)}),
    Case("multibody/pendulum_projected", "large_swing.csv", states=3,
         integration=1e-12,
         names={name: name for name in ("x", "y", "lambda")}),
    Case("multibody/pendulum_baumgarte", "pendulum_baumgarte.csv", states=4,
         names={"x": "x", "y": "y", "vx": "vx", "vy": "vy", "g": "position"}),
    Case("multibody/pendulum_baumgarte", "pendulum.csv",
         name="pendulum_baumgarte_exact", set={"stretch": 1}, states=4,
         invariants={"length": (length, 1e-8)}),
    Case("multibody/pendulum_stabilized", "pendulum.csv", states=2,
         invariants={"length": (length, 1e-9),
                     "multiplier": (lambda row, first: row["mu"], 1e-9)}),
    Case("multibody/pendulum_guess", pendulum_guess, stop=4, step=0.1,
         states=2),
    Case("multibody/sliding_disc", "sliding_disc.csv", states=2,
         names=DISC_NAMES, integration=1e-11,
         invariants={"energy": (change_of("energy"), 1e-8)}),
    Case("multibody/sliding_disc_drag", "sliding_disc_drag.csv", states=3,
         names=DISC_NAMES | {"beta": "beta"}),

    Case("mechanics/damped_oscillator", damped_oscillator, stop=10, step=0.25,
         states=2),
    Case("mechanics/coupled_masses", coupled_masses, stop=20, step=0.5,
         states=4),
    Case("mechanics/bolted_masses", bolted_masses, stop=10, step=0.25,
         states=2),

    Case("thermal/heat_rod", heat_rod, stop=20, step=0.5, states=10),
    Case("thermal/insulated_rod", insulated_rod, stop=100, step=5, states=8),

    Case("thermal/house", "house.csv", states=3),

    Case("hydraulic/water_network", "water_network.csv", states=9,
         events=True, names={"phi_1_2": "q[1]", "phi_5_10": "q[7]",
                             "phi_7_8": "q[10]", "phi_8_10": "q[12]",
                             "phi_12_8": "q[17]", "phi_13_11": "q[18]",
                             "lam_13_11": "lambda[18]", "p5": "p[5]",
                             "p8": "p[8]", "p13": "p[13]"},
         scale={f"q[{j}]": 1e-3 for j in (1, 7, 10, 12, 17, 18)}
         | {"lambda[18]": 1e-2}),
    Case("hydraulic/three_tanks", "three_tanks.csv", states=3),
    Case("hydraulic/joined_tanks", joined_tanks, stop=10, step=0.25,
         states=1),

    Case("mechanics/rocket", rocket, stop=60, step=0.75, states=3,
         events=True),

    Case("control/inverted_pendulum", "inverted_pendulum.csv", states=4),
    Case("control/inverse_crane", inverse_crane, stop=10, step=0.25,
         states=0),

    Case("multibody/closed_loop", closed_loop, stop=2, step=0.1, states=2),
    Case("circuits/phasors", phasors, stop=3, step=0.1, states=0),

    Case("process/reactor", "reactor.csv", states=0, tolerance=1e-10),
    Case("process/robertson", "robertson.csv", states=3, scale={"B": 1e-5},
         invariants={"mass": (change_of("whole"), 1e-12)}),
    Case("process/tank_calibration", lambda t: tank_calibration(4, t),
         stop=4, step=0.1, states=2),
    Case("process/tank_calibration", lambda t: tank_calibration(2.5, t),
         name="tank_calibration_low", set={"h0": 2.5}, stop=2, step=0.1),
    Case("process/draining_tank", draining_tank, stop=200, step=5, states=1),

    Case("process/engine_bus", engine_bus, stop=3, step=0.1, states=1),
    Case("process/junction", junction, stop=4, step=0.1, states=2),

    Case("events/two_springs", two_springs, stop=9, step=0.25, states=2,
         events=True),
    Case("events/heating_schedule", heating_schedule, stop=48, step=1.5,
         states=1, events=True),

    Case("events/bouncing_ball", bouncing_ball, stop=2.5, step=0.025,
         states=2, events=True),
    Case("events/ball_at_rest", ball_at_rest, stop=7.95, step=0.0265,
         states=2, events=True, says="pile up"),
    Case("events/sliding_relay", sliding_relay, stop=5.969, step=0.047,
         states=2, events=True, says="would change without end"),
    Case("events/thermostat", thermostat, stop=21.5, step=0.43, states=1,
         events=True),
    # points that are not multiples of the sample interval
    Case("events/sampled_pi", sampled_pi, stop=2.9799, step=0.0301, states=1,
         events=True),
    Case("events/saturated_servo", saturated_servo, stop=1.98, step=0.03,
         states=1, events=True),
    Case("mechanics/stick_slip", stick_slip, stop=3.96, step=0.045, states=2,
         events=True),
    Case("events/clocked_pi", clocked_pi, stop=2.9799, step=0.0301, states=1,
         events=True),
    Case("events/traffic_light", traffic_light, stop=44.1, step=0.49,
         states=1, events=True),

    Case("events/clock_ladder", clock_ladder, stop=3.9697, step=0.0371,
         states=1, events=True),
    Case("events/washing_machine", washing_machine, stop=39.96, step=0.37,
         states=0, events=True),
    Case("events/service_queue", service_queue, stop=29.97, step=0.37,
         states=0, events=True),

    Case("events/clutch", clutch, stop=4.785, step=0.055, states=2,
         events=True),
    Case("events/pushed_block", pushed_block, stop=4.95, step=0.055, states=2,
         events=True),
    Case("events/pushed_block", lambda t: pushed_block(t, 4, 1.05),
         name="breakaway", set={"m": 4, "peak": 1.05}, stop=4.95, step=0.055,
         states=2, events=True),
    Case("events/two_brakes", two_brakes, stop=2.97, step=0.033, states=1,
         events=True, says="follows from the others"),
    Case("process/transport_line", transport_line, stop=7.7, step=0.077,
         states=1, events=True, tolerance=1e-5, scale={"arrives": 20}),
    Case("events/delayed_feedback", delayed_feedback, stop=4.95, step=0.045,
         states=2, events=True),
    Case("circuits/ideal_diode", ideal_diode, stop=0.0451, step=0.0011,
         states=1, scale={"q": 1e-3}, events=True),

    Case("functions/table_function", table_function, stop=3, step=0.125,
         states=1),
    Case("functions/function_pendulum", "pendulum.csv", states=2,
         names={"x": "x", "y": "y"}),
    Case("functions/queue_algorithm", queue_algorithm, stop=6.2, step=0.31,
         states=0),
    Case("functions/external_record", external_record, stop=2, step=0.125,
         tolerance=1e-9, events=True),
    Case("functions/computed_sizes", computed_sizes, stop=2, step=0.125,
         tolerance=1e-9, events=True),
    Case("functions/function_values", function_values, stop=2, step=0.125,
         states=0),
    Case("functions/external_spring", external_spring, stop=3, step=0.125,
         states=2),
    Case("functions/table_object", table_object, stop=4, step=0.16,
         states=1),
    Case("functions/known_objects", known_objects, stop=1.92, step=0.16,
         states=4),
    Case("functions/written_derivatives", written_derivatives, stop=2,
         step=0.125, states=1),
    Case("functions/handed_derivatives", handed_derivatives, stop=2,
         step=0.125, states=2),
    Case("functions/turned_frame", turned_frame, stop=2, step=0.125, states=2),
    Case("functions/function_records", function_records, stop=2, step=0.125,
         states=0),
    Case("functions/implicit_loops", implicit_loops, stop=1.92, step=0.16,
         states=0),
    Case("functions/string_log", string_log, stop=2.88, step=0.16,
         states=1),
    Case("functions/root_function", root_function, stop=2, step=0.125,
         states=1, tolerance=1e-7),

    Case("textbook/derivative_chain", "derivative_chain.csv", states=0,
         tolerance=1e-12),
    Case("textbook/superfluous", "superfluous.csv", states=1),
    Case("textbook/linear_index2", "linear_index2.csv", states=2),
    Case("textbook/linear_index2_coupled", "linear_index2_coupled.csv",
         states=2),
    Case("textbook/condensed_form", "condensed_form.csv", states=1),
    Case("textbook/hessenberg2", "hessenberg2.csv", states=1),
    Case("textbook/hessenberg3", "hessenberg3.csv", states=2),
    Case("textbook/semi_explicit", "semi_explicit.csv", states=1),
    Case("textbook/singular_pair", singular_pair, stop=3, step=0.25, states=0,
         tolerance=1e-12),
    Case("textbook/mixed_index", "mixed_index.csv", states=2, pivots=True,
         tolerance=2e-6),
]


def case_named(name):
    return next(case for case in CASES if case.name == name)
