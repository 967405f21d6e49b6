model NoResistance "What a guess would divide by is zero"
  parameter Real p0 = 1e5, R = 0;
  Real w "flow, without a start value";
  Real p(start = 9e4), x(start = 0, fixed = true);
equation
  p = if R > 0 then p0 - R*w else p0;
  w + w^3 = p/5e4;
  der(x) = w;
end NoResistance;
