// Parts of coupled systems, each an FMU. Names say what is given and taken.
model Driver "A signal that begins at zero"
  parameter Real a = 1;
  output Real y;
equation
  y = a*sin(3*time);
end Driver;

model Lag "A state between input and output"
  parameter Real T = 0.2;
  input Real u(start = 0), v(start = 0);
  output Real y(start = 0, fixed = true);
equation
  T*der(y) = u - v - y;
end Lag;

model Mass "Force in, place and speed out"
  parameter Real m(unit = "kg") = 1;
  input Real f(unit = "N", start = 0);
  output Real s(unit = "m", start = 0, fixed = true);
  output Real v(unit = "m/s", start = 0, fixed = true);
equation
  der(s) = v;
  m*der(v) = f;
end Mass;

model Spring "Places and speeds in, forces out at once"
  parameter Real c(unit = "N/m") = 5, d(unit = "N.s/m") = 0.3;
  input Real s1(unit = "m", start = 0), s2(unit = "m", start = 0);
  input Real v1(unit = "m/s", start = 0), v2(unit = "m/s", start = 0);
  output Real f1(unit = "N"), f2(unit = "N");
equation
  f2 = c*(s1 - s2) + d*(v1 - v2);
  f1 = -f2;
end Spring;

model Whole "Two masses and the spring in one model"
  parameter Real c = 5, d = 0.3;
  Real s1(start = 1, fixed = true), v1(start = 0, fixed = true);
  Real s2(start = 0, fixed = true), v2(start = 0, fixed = true), f;
equation
  f = c*(s1 - s2) + d*(v1 - v2);
  der(s1) = v1;
  der(s2) = v2;
  der(v1) = -f;
  der(v2) = f;
end Whole;

model Curve "Output at once from the input"
  parameter Real a = 1, b = 0.5;
  input Real u(start = 0);
  output Real y;
equation
  y = a + b*cos(u);
end Curve;

model Hot "A temperature for a heat flow"
  parameter Real C(unit = "J/K") = 100, T0(unit = "K") = 350;
  input Real Q(unit = "W", start = 0);
  output Real T(unit = "K");
initial equation
  T = T0;
equation
  C*der(T) = Q;
end Hot;

model Wall "A heat flow for two temperatures"
  parameter Real G(unit = "W/K") = 20;
  input Real T1(unit = "K", start = 300), T2(unit = "K", start = 300);
  output Real Q1(unit = "W"), Q2(unit = "W");
equation
  Q2 = G*(T1 - T2);
  Q1 = -Q2;
end Wall;

model Meter "In other units"
  input Real v(unit = "km/h", start = 0);
  input Real T(unit = "degC", start = 0);
  output Real speed(unit = "km/h") = v, temperature(unit = "degC") = T;
end Meter;

model Kinds "All types, and a parameter of each"
  type Mode = enumeration(off, slow, fast);
  parameter Integer n = 1;
  parameter Boolean b = false;
  parameter Mode mode = Mode.off;
  parameter String text = "none";
  input Integer i(start = 0);
  input Boolean on(start = false);
  output Integer j = n + i;
  output Boolean c = b or on;
  output Mode m = if on then mode else Mode.off;
end Kinds;

model Ender "Ends the run by itself"
  output Real y = time;
equation
  when time > 0.5 then
    terminate("enough");
  end when;
end Ender;

model Ramp "Steps of an output that is continuous for others"
  output Real y = floor(4*time);
end Ramp;

model Gate "An event where the input passes a level, and one of its own state"
  input Real u(start = 0);
  output Real x(start = 0, fixed = true);
  output Integer n(start = 0, fixed = true);
  output Boolean on(start = false, fixed = true);
equation
  der(x) = u;
  when {u > k + 0.5 for k in 0:9} then
    n = pre(n) + 1;
  end when;
  when x > 1 then
    on = true;
  end when;
end Gate;

model Count "Inputs that are discrete, and an event of time"
  input Integer n(start = 0);
  input Boolean on(start = false);
  output Real z(start = 0, fixed = true);
  discrete Real held(start = 0, fixed = true);
equation
  der(z) = (if on then 10 else 1)*n + held;
  when time >= 0.35 then
    held = 100;
  end when;
end Count;
