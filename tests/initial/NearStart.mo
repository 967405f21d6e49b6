model NearStart "The slope at the start is a hundredth: Newton's first step is 70 long"
  parameter Real a = 0.3;
  Real x, y, z;
equation
  cos(x) = a + y;
  y = 0.01*sin(x);
  z = x + time;
end NearStart;
