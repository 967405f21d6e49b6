model UnknownName
  parameter Real length = 1;
  Real velocity;
  Real x;
equation
  der(x) = velocty;
  velocity = 2*lenght + X + tim;
  x = nothingLikeIt;
end UnknownName;
