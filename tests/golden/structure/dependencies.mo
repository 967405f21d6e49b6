model Dependencies "outputs and derivatives with what they depend on"
  input Real u(start = 1);
  output Real y;
  parameter Real p = 2;
  Real x(start = 1, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = -x + u;
  der(z) = x*z;
  y = p*z;
end Dependencies;
