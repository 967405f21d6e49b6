model RodEnds "the middle of the rod follows from its ends: only these are candidates"
  Real x(start = 0.6), y(start = -0.8), vx, vy, lambda;
  Real mx, my, ux, uy;
equation
  der(x) = vx;
  der(y) = vy;
  der(mx) = ux;
  der(my) = uy;
  mx = x/2;
  my = y/2;
  der(vx) + der(ux) = -lambda*x;
  der(vy) + der(uy) = -lambda*y - 9.81;
  x^2 + y^2 = 1;
end RodEnds;
