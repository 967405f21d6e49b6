model Chain "der(x) = v makes v the derivative of x"
  Real x(start = 1), v(start = 2, fixed = true), a, load;
equation
  der(x) = v;
  der(v) = a;
  a = -load;
  load = 3*x + v;
end Chain;
