model Distance "first values of dx and dy follow from the start values of the ends"
  Real x1(start = 1), x2(start = 4), y1(start = 0), y2(start = 4);
  Real dx, dy, d;
initial equation
  x1 = 1.5;
  y1 = 0.5;
  dx^2 + dy^2 = 25;
  dx*dy = 12;
equation
  der(x1) = -dx;
  der(x2) = dx;
  der(y1) = -dy;
  der(y2) = dy;
  dx = x2 - x1;
  dy = y2 - y1;
  d = sqrt(dx^2 + dy^2);
end Distance;
