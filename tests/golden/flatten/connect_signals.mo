// Causal connectors: the value goes from the source to all others, whatever
// the order of the arguments.
connector RealInput = input Real;
connector RealOutput = output Real;
connector BooleanInput = input Boolean;
connector BooleanOutput = output Boolean;

block Gain
  parameter Real k = 1;
  RealInput u;
  RealOutput y;
equation
  y = k*u;
end Gain;

block Threshold
  RealInput u;
  BooleanOutput y;
equation
  y = u > 0;
end Threshold;

block Twice
  RealInput u;
  RealOutput y;
  Gain first(k = 2), second(k = 3);
equation
  connect(u, first.u);
  connect(first.y, second.u);
  connect(y, second.y);
end Twice;

model Signals
  RealInput u;
  RealOutput y;
  BooleanOutput high;
  Twice twice;
  Gain side;
  Threshold threshold;
equation
  connect(u, twice.u);
  connect(side.u, twice.y);
  connect(threshold.u, side.u);
  connect(y, twice.y);
  connect(threshold.y, high);
end Signals;
