model TwoWays "what flows comes from either side; its friction vanishes with it, too"
  Real m(start = 1), h(start = 1), forth, back, dp, x(start = 0, fixed = true);
equation
  forth = max(m, 0);
  back = max(-m, 0);
  0 = forth*(2 - h) - back*(1 - h);
  dp = m*abs(m)/h;
  time = dp + 3*m + h;
  der(x) = m + abs(x);
end TwoWays;
