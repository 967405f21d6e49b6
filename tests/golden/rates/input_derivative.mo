// options: --type cs
// In Co-Simulation the importer can give the derivative of an input: a
// warning names how many of them.
model input_derivative
  input Real u(start = 0), w(start = 0);
  Real y, z;
equation
  y = der(u);
  z = der(der(w));
end input_derivative;
