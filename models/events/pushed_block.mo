model PushedBlock "A block on a table, pushed to and fro: dry friction with modes"
  type Mode = enumeration(Backward, Stuck, Forward);
  parameter Real m(unit = "kg") = 0.1;
  parameter Real R(unit = "N") = 2 "friction of the sliding block";
  parameter Real peak(min = 1) = 1 "what it takes to get it moving, in units of R";
  parameter Real A(unit = "N") = 3 "amplitude of the push";
  output Real x(unit = "m", start = 0, fixed = true);
  output Real v(unit = "m/s", start = 0, fixed = true);
  Real push(unit = "N") = A*sin(2*time);
  output Real friction(unit = "N");
  Real s "place on the characteristic: friction if stuck, acceleration beyond it else";
  Boolean starts(start = false, fixed = true), reverses(start = false, fixed = true);
  Boolean stuck;
  Mode mode(start = Mode.Stuck, fixed = true);
equation
  der(x) = v;
  m*der(v) = push - friction;
  starts = pre(mode) == Mode.Stuck and (s > peak*R or pre(starts) and s > R);
  reverses = pre(mode) == Mode.Stuck and (s < -peak*R or pre(reverses) and s < -R);
  stuck = pre(mode) == Mode.Stuck and not (starts or reverses);
  der(v) = if stuck then 0 else if starts or pre(mode) == Mode.Forward then s - R
    else s + R;
  friction = if stuck then s else if starts or pre(mode) == Mode.Forward then R
    else -R;
  mode = if v > 0 and (starts or pre(mode) == Mode.Forward) then Mode.Forward
    else if v < 0 and (reverses or pre(mode) == Mode.Backward) then Mode.Backward
    else Mode.Stuck;
  annotation(experiment(StopTime = 5, Interval = 0.02, Tolerance = 1e-9),
             __foucault(plot = "push,friction,v"));
end PushedBlock;
