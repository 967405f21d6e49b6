model TimeDeclared
  Real time;
equation
  time = 1;
end TimeDeclared;
