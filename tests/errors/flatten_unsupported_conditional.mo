model Refused
  parameter Boolean on = true;
  Real x if on;
equation
  x = 1;
end Refused;
