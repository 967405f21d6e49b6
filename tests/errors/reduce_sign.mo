model Sign "no equation can be solved for what stands inside sign()"
  Real x, y;
equation
  y = sin(time);
  sign(x) + y = 2;
end Sign;
