model DerOfInput
  input Real u;
  Real x;
equation
  x = u + 0.1*der(u);
end DerOfInput;
