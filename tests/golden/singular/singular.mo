// No unknown is left for one of three equations.
model singular
  Real x, y, z;
equation
  x + y = 1;
  x - y = 0;
  x + 2*y = 3;
  // z is nowhere
end singular;
