// Small models for what an importer sees and does; tests/support/interface.py.

type Gear = enumeration(first "slow", second "fast") "a gear";
type Angle = Real(final quantity = "Angle", unit = "rad", displayUnit = "deg",
                  min = -10);

model Types "all kinds of types"
  parameter Gear wanted = Gear.second;
  parameter String file = "a
b%s\"c\"" "a table";
  Angle phi(start = 0.5, fixed = true);
  Real w(unit = "rad/s", start = 0, fixed = true);
  Gear now;
  output Real y;
protected
  parameter Real stiffness = 3;
  Real hidden = 2*phi;
equation
  der(phi) = w;
  der(w) = -stiffness*phi;
  now = if phi > 0 then wanted else Gear.first;
  y = hidden;
end Types;

model Tunable "parameters that change while it runs"
  parameter Real k = 2, k2 = 3*k, x0 = 1, limit = 0.3;
  parameter Integer n = 2;
  Real x(start = x0, fixed = true), z, w;
  Boolean above;
equation
  der(x) = -k2*x;
  k*z + w = x;
  z - k2*w = n;
  above = x > limit;
end Tunable;

model Rod "index 3, its length can be changed"
  parameter Real L = 1, g = 9.81;
  Real x(start = 0.6, fixed = true), y(start = -0.8);
  Real vx(start = 0, fixed = true), vy, lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lambda*x;
  der(vy) = -lambda*y - g;
  x^2 + y^2 = L^2;
end Rod;

model Position "one half of an oscillator"
  input Real v;
  output Real x(start = 1, fixed = true);
equation
  der(x) = v;
end Position;

model Velocity "the other half"
  input Real x;
  output Real v(start = 0, fixed = true);
equation
  der(v) = -x;
end Velocity;

model Driven "sums up its input"
  input Real u;
  input Boolean up;
  output Real y(start = 0, fixed = true);
equation
  der(y) = if up then u else -u;
end Driven;
