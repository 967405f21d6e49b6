model InputDerivativeAlways "a wish needs the derivative of an input"
  input Real u;
  Real y(stateSelect = StateSelect.always, start = 1), z(start = 1);
equation
  der(z) = -z;
  y = 2*z + u;
end InputDerivativeAlways;
