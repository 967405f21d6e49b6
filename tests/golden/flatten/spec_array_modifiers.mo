// Section 7.2.5: modifiers of arrays of components, each and element-wise.
model Part
  parameter Real k = 1;
  parameter Real w[2] = {1, 1};
  Real x(start = 0);
equation
  der(x) = -k*x*w[1];
end Part;

model SpecArrayModifiers
  parameter Real ks[3] = {1, 2, 3};
  Part a[3](k = ks, each x.start = 5);
  Part b[2](each w = {3, 4}, x(start = {6, 7}));
  Part c[2](w = {{1, 2}, {3, 4}});
  Real y[2](each start = 1, unit = {"m", "s"});
equation
  y = {time, time};
end SpecArrayModifiers;
