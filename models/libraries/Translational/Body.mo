within Translational;
model Body "A mass with a flange on each side"
  parameter Mass m = 1;
  parameter Position length = 0 "distance of the flanges";
  Flange a "left flange";
  Flange b "right flange";
  Position s "position of the middle";
  Velocity v;
equation
  a.s = s - length/2;
  b.s = s + length/2;
  der(s) = v;
  m*der(v) = a.f + b.f;
end Body;
