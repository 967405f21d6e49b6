"""Models of any size that the benchmark measures."""


def ladder(n):
    """An RC ladder from arrays: 2 n equations."""
    return f"""model Ladder
  parameter Integer n = {n};
  parameter Real R = 1, C = 1;
  Real v[n](each start = 0, each fixed = true), i[n];
equation
  sin(time) - v[1] = R*i[1];
  for k in 2:n loop
    v[k - 1] - v[k] = R*i[k];
  end for;
  for k in 1:n - 1 loop
    C*der(v[k]) = i[k] - i[k + 1];
  end for;
  C*der(v[n]) = i[n];
end Ladder;
"""


def capacitors(n):
    """Capacitors between and below the nodes of a ladder: every cell has a
    loop of capacitors, and all are coupled. 3 n equations, index 2."""
    return f"""model Capacitors
  parameter Integer n = {n};
  parameter Real R = 1, C = 1;
  Real v[n](each start = 0), u[n](each start = 0), i[n];
equation
  u[1] = sin(time) - v[1];
  for k in 2:n loop
    u[k] = v[k - 1] - v[k];
  end for;
  for k in 1:n loop
    i[k] = C*der(u[k]) + u[k]/R;
  end for;
  for k in 1:n - 1 loop
    C*der(v[k]) = i[k] - i[k + 1];
  end for;
  C*der(v[n]) = i[n];
end Capacitors;
"""


def components(n):
    """An RC ladder from connected components: 9 n equations."""
    return f"""connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  Pin p, n;
  parameter Real R = 1;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;
model Capacitor
  Pin p, n;
  parameter Real C = 1;
  Real v(start = 0, fixed = true);
equation
  v = p.v - n.v;
  C*der(v) = p.i;
  p.i + n.i = 0;
end Capacitor;
model Source
  Pin p, n;
equation
  p.v - n.v = sin(time);
  p.i + n.i = 0;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Components
  parameter Integer n = {n};
  Resistor r[n];
  Capacitor c[n];
  Source s;
  Ground g;
equation
  connect(s.n, g.p);
  connect(s.p, r[1].p);
  for k in 1:n - 1 loop
    connect(r[k].n, r[k + 1].p);
  end for;
  for k in 1:n loop
    connect(r[k].n, c[k].p);
    connect(c[k].n, g.p);
  end for;
end Components;
"""


def chain(n):
    """A chain of pendulum links in Cartesian coordinates, index 3: 5 n
    equations."""
    return f"""model Chain
  parameter Integer n = {n};
  Real x[n](start = {{k*0.7 for k in 1:n}}), y[n](start = {{-k*0.7 for k in 1:n}});
  Real vx[n], vy[n], f[n];
equation
  der(x) = vx;
  der(y) = vy;
  x[1]^2 + y[1]^2 = 1;
  for k in 2:n loop
    (x[k] - x[k - 1])^2 + (y[k] - y[k - 1])^2 = 1;
  end for;
  der(vx[1]) = f[2]*(x[2] - x[1]) - f[1]*x[1];
  der(vy[1]) = f[2]*(y[2] - y[1]) - f[1]*y[1] - 9.81;
  for k in 2:n - 1 loop
    der(vx[k]) = f[k + 1]*(x[k + 1] - x[k]) - f[k]*(x[k] - x[k - 1]);
    der(vy[k]) = f[k + 1]*(y[k + 1] - y[k]) - f[k]*(y[k] - y[k - 1]) - 9.81;
  end for;
  der(vx[n]) = -f[n]*(x[n] - x[n - 1]);
  der(vy[n]) = -f[n]*(y[n] - y[n - 1]) - 9.81;
end Chain;
"""


def flat_text(n):
    """Text to parse: n declarations and equations."""
    lines = ["model Text"]
    lines += [f"  parameter Real p{k}(min = 0) = {k}.5 \"a number\";\n"
              f"  Real x{k}(start = 0, unit = \"m\") \"a variable\";"
              for k in range(n)]
    lines.append("equation")
    lines += [f"  der(x{k}) = -p{k}*x{k} + sin(time + {k}); // decay"
              for k in range(n)]
    return "\n".join(lines + ["end Text;\n"])
