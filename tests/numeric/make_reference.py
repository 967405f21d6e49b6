#!/usr/bin/env python3
"""Makes the reference curves that have no closed form: small fixed steps of
the classical Runge-Kutta method, written to reference/. Run by hand; the
other files there come from closed forms and from two integrators of high
order that agree to 1e-12.
"""

import math
import os

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference")


def runge_kutta(f, t, y, h):
    n = range(len(y))
    a = f(t, y)
    b = f(t + h/2, [y[i] + h/2*a[i] for i in n])
    c = f(t + h/2, [y[i] + h/2*b[i] for i in n])
    d = f(t + h, [y[i] + h*c[i] for i in n])
    return [y[i] + h/6*(a[i] + 2*b[i] + 2*c[i] + d[i]) for i in n]


def write(name, columns, f, y, interval, points, steps, row):
    with open(os.path.join(FOLDER, name + ".csv"), "w") as out:
        out.write(",".join(["time"] + columns) + "\n")
        for k in range(points + 1):
            t = k*interval
            out.write(",".join(f"{v:.15g}" for v in [t] + row(t, y)) + "\n")
            for i in range(steps):
                y = runge_kutta(f, t + i*interval/steps, y, interval/steps)


def van_der_pol():
    def f(t, y):
        return [y[1], (1 - y[0]**2)*y[1] - y[0]]
    write("van_der_pol", ["x0", "x1"], f, [2.0, 0.0], 0.5, 40, 10000,
          lambda t, y: list(y))


def robertson():
    """Steps of a third of the fastest time constant: stiffness is a matter of
    patience."""
    def f(t, y):
        back, on = 1e4*y[1]*y[2], 3e7*y[1]**2
        return [back - 0.04*y[0], 0.04*y[0] - back - on, on]
    write("robertson", ["A", "B", "C"], f, [1.0, 0.0, 0.0], 2.0, 20, 20000,
          lambda t, y: list(y))


def diode_bridge():
    """By symmetry n = (a - p)/2: one equation is left, which rises with a."""
    source, load, c, current, thermal = 100, 1000, 1e-4, 1e-9, 0.05

    def through(a, p):
        return 2*current*math.exp(-p/2/thermal)*math.sinh(a/2/thermal)

    def solve(t, p):
        low, high, vs = -11.0, 11.0, 10*math.sin(50*t)
        for _ in range(60):
            a = (low + high)/2
            low, high = (a, high) if (vs - a)/source > through(a, p) \
                else (low, a)
        return low

    def f(t, y):
        p, a = y[0], solve(t, y[0])
        both = current*(2*math.exp(-p/2/thermal)*math.cosh(a/2/thermal) - 2)
        return [(both - p/load)/c]

    def row(t, y):
        a = solve(t, y[0])
        return [y[0], a, (a - y[0])/2]
    write("diode_bridge", ["p", "a", "n"], f, [0.0], 0.004, 100, 100, row)


def diode_clipper():
    R1, R2, C, Is, Vt = 1000.0, 220.0, 1e-6, 1e-9, 0.05

    def source(t):
        return 5*math.sin(2*3.141592653589793*50*t)

    last = [0.0]  # Newton begins where it ended

    def diode(t, vC):
        v = last[0]
        for _ in range(200):
            g = (source(t) - v)/R1 - 2*Is*math.sinh(v/Vt) - (v - vC)/R2
            slope = -1/R1 - 2*Is/Vt*math.cosh(v/Vt) - 1/R2
            step = max(-0.1, min(0.1, -g/slope))
            v += step
            if abs(step) < 1e-15:
                break
        last[0] = v
        return v

    def f(t, y):
        return [(diode(t, y[0]) - y[0])/R2/C]

    def row(t, y):
        vd = diode(t, y[0])
        return [y[0], vd, 2*Is*math.sinh(vd/Vt)]
    write("diode_clipper", ["vC", "vd", "id"], f, [0.0], 0.001, 40, 4000, row)


def pendulum(phi, omega, g, length):
    return [omega, -g/length*math.sin(phi)]


def large_swing_over():
    """Full turns: as large_swing, but thrown down with twice the speed."""
    def row(t, y):
        return [math.sin(y[0]), -math.cos(y[0]), y[1]*math.cos(y[0]),
                y[1]*math.sin(y[0])]
    write("large_swing_over", ["x", "y", "vx", "vy"],
          lambda t, y: pendulum(y[0], y[1], 1, 1), [math.pi/2, -2.0], 0.5, 40,
          4000, row)


def two_pendulums():
    g, L1, L2 = 9.81, 1.0, 0.4

    def f(t, y):
        return (pendulum(y[0], y[1], g, L1) + pendulum(y[2], y[3], g, L2))

    def row(t, y):
        return [L1*math.sin(y[0]), -L1*math.cos(y[0]),
                L2*math.sin(y[2]), -L2*math.cos(y[2])]
    write("two_pendulums", ["x1", "y1", "x2", "y2"], f, [2.0, 0.0, 0.0, 12.0],
          0.125, 40, 4000, row)


def double_pendulum_high():
    g = 9.81

    def f(t, y):
        p, q, u, v = y
        s, c = math.sin(p - q), math.cos(p - q)
        a = -v*v*s - 2*g*math.sin(p)
        b = u*u*s - g*math.sin(q)
        return [u, v, (a - c*b)/(2 - c*c), (2*b - c*a)/(2 - c*c)]

    def row(t, y):
        x, z = math.sin(y[0]), -math.cos(y[0])
        return [x, z, x + math.sin(y[1]), z - math.cos(y[1])]
    write("double_pendulum_high", ["x1", "y1", "x2", "y2"], f,
          [2.5, 3.0, 0.0, 0.0], 0.0625, 48, 4000, row)


def three_tanks():
    def f(t, y):
        drop = [y[0] - y[1], y[1] - y[2], y[2]]
        q = [0.02*d/(d*d + 1e-6)**0.25 for d in drop]
        return [(0.015 - q[0])/0.5, (q[0] - q[1])/0.5, (q[1] - q[2])/0.5]
    write("three_tanks", ["level[1]", "level[2]", "level[3]"], f,
          [1.0, 0.2, 0.6], 10, 30, 4000, lambda t, y: list(y))


def house():
    def f(t, y):
        room, wall, attic = y
        out = 278 - 5*math.cos(2*math.pi*t/86400)
        return [(2000 - 200*(room - wall) - 20*(room - out)
                 - 30*(room - attic))/2e6,
                (200*(room - wall) - 100*(wall - out))/2e7,
                (30*(room - attic) - 60*(attic - out))/1e6]
    write("house", ["room.T", "wall.T", "attic.T"], f, [285.0, 282.0, 280.0],
          3600, 48, 1000, lambda t, y: list(y))


def inverted_pendulum():
    """In cart position and angle."""
    M, m, L, g, K = 1, 0.2, 0.5, 9.81, (3, 5, 35, 8)

    def force(y):
        return sum(k*v for k, v in zip(K, y))

    def f(t, y):
        s, w, phi, turn = y
        sine, cosine = math.sin(phi), math.cos(phi)
        a = ((force(y) + m*L*turn**2*sine - m*g*sine*cosine)
             / (M + m*sine**2))
        return [w, a, turn, (g*sine - a*cosine)/L]
    write("inverted_pendulum", ["s", "w", "phi", "F"], f,
          [0.0, 0.0, math.asin(0.2), 0.0], 0.25, 40, 4000,
          lambda t, y: [y[0], y[1], y[2], force(y)])


def buck_converter():
    """Ten intervals per period of the switch, each with one source."""
    def row(k, y):
        return ",".join(f"{v:.15g}" for v in [k*1e-5] + y) + "\n"

    y, n = [0.0, 0.0], 100
    with open(os.path.join(FOLDER, "buck_converter.csv"), "w") as out:
        out.write("time,v,i\n")
        for k in range(301):
            if k % 5 == 0:
                out.write(row(k, y))
            source = 12 if k % 10 < 4 else 0
            for _ in range(n):
                y = runge_kutta(lambda _, z: [(z[1] - z[0]/10)/2e-5,
                                              (source - z[0])/1e-3],
                                0, y, 1e-5/n)


if __name__ == "__main__":
    van_der_pol()
    robertson()
    diode_bridge()
    diode_clipper()
    large_swing_over()
    two_pendulums()
    double_pendulum_high()
    three_tanks()
    house()
    inverted_pendulum()
    buck_converter()
