model families
  "Loops: equations and their derivatives know their family and position."
  Real x[8], y[8], f[8];
equation
  for k in 1:8 loop
    der(x[k]) = y[k] + f[k];
  end for;
  for k in 1:8 loop
    x[k] = sin(time + y[k]);
  end for;
  for k in 1:8 loop
    y[k] = cos(time);
  end for;
end families;
