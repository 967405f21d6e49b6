model EventsOfRounding "floor() and its like would need events"
  Real x, y;
  Integer n;
equation
  x = sin(time);
  y = floor(x) + mod(x, 2);
  n = integer(10*x);
end EventsOfRounding;
