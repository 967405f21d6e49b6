model Chain "dependent parameters in the order of their use"
  parameter Real area = width*height;
  parameter Real height = 2*width;
  parameter Real width = 3;
  constant Real g = 9.81;
  parameter Real weight = area*g;
  Real x(start = weight, fixed = true);
equation
  der(x) = -x/area;
end Chain;
