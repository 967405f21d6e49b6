model SteadyState "Two tanks begin where nothing changes"
  parameter Real inflow = 2;
  Real h1(start = 1), h2(start = 1);
initial equation
  der(h1) = 0;
  der(h2) = 0;
equation
  der(h1) = inflow - 0.5*sqrt(h1);
  der(h2) = 0.5*sqrt(h1) - 0.25*sqrt(h2);
end SteadyState;
