model AtTop "Where x and z begin the equations do not depend on them to first order"
  Real x(start = 0), z(start = 0), w;
equation
  cos(x) = 0.5 - time;
  z^2 + w = 1.25;
  cos(z) + 0.001*w^3 = 0.8785825618903728;
end AtTop;
