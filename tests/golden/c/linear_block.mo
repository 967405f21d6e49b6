// Two equations for two currents: a linear block whose matrix depends on time.
model linear_block
  Real i1, i2;
  Real v(start = 1, fixed = true);
equation
  (2 + sin(time))*i1 - i2 = v;
  3*i2 - i1 = 1;
  der(v) = -i1;
end linear_block;
