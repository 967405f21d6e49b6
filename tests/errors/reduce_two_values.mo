model ReduceTwoValues "xm is given a value where it is declared, and again"
  Real x1, x2, y1, y2;
  Real xm = (x1 + x2)/2;
equation
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 1 + time;
  x1*y2 = x2*y1;
  y1 + y2 = x1 + x2;
  xm = x1 + (x2 - x1)/2;
end ReduceTwoValues;
