// In Model Exchange nobody gives the derivative of an input: refused.
model input_derivative
  input Real u;
  Real y;
equation
  y = der(u);
end input_derivative;
