model SteadyFilter "A filter at rest measures what an angle does not change"
  Real delta(start = 0.3), y(start = 0.9), v, vr, vi;
initial equation
  der(y) = 0;
equation
  der(delta) = 0.1;
  der(y) = v - y;
  vr = cos(delta);
  vi = sin(delta);
  v = sqrt(vr^2 + vi^2);
end SteadyFilter;
