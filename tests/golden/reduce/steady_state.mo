model SteadyState "initial equations make the start values guesses"
  parameter Real q = 2;
  Real h(start = 1), p(start = 5*q), out;
initial equation
  der(h) = 0;
  p + h = 10;
equation
  der(h) = q - out;
  der(p) = out - 0.1*p;
  out = 0.5*sqrt(h)*h;
end SteadyState;
