model RotationUnknown "Rotation.mo without start values: nothing is known at zero"
  parameter Real x = 0.3, p = 0.5;
  Real v1[2], v2[2], i[2];
  Real size, lag;
initial equation
  v1 - v2 = {-x*i[2], x*i[1]};
  sqrt(v1*v1) = 1;
  sqrt(v2*v2) = 1;
  v1*i = p;
  v2*i = p "follows from the others where these hold, and nowhere else";
equation
  size = sqrt(v1*v1);
  lag = (v1[2]*v2[1] - v1[1]*v2[2])/(size*sqrt(v2*v2));
  der(v1) = -v1;
  der(v2) = -v2;
  der(i) = -i;
end RotationUnknown;
