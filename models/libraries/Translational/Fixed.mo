within Translational;
model Fixed "A flange that does not move"
  parameter Position s0 = 0;
  Flange flange;
equation
  flange.s = s0;
end Fixed;
