model M
  Real x[4], v[4], l[3], q;
equation
  der(x) = v;
  der(v[1]) = l[1] + l[2]; der(v[2]) = -l[1] + l[3]; der(v[3]) = l[2]*x[1]; der(v[4]) = l[3] - x[4];
  x[1] + x[2] = sin(time); x[3] = x[1]*x[2]; x[4] - x[2]^3 = 0;
  q = der(x[1]) + der(v[3]);
end M;
