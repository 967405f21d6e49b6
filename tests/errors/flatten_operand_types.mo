model OperandTypes
  Real x = 1 + true;
  Real y = -(time > 1);
  Real z = +"a";
  Boolean b = not x;
  Boolean c = x and time > 1;
  Boolean d = x < true;
  Real s = sin(time > 0) + atan2("a", 1);
  Real t = min(true, 1);
end OperandTypes;
