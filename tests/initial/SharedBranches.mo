model SharedBranches "Branches that are not taken divide by zero, several by the same"
  parameter Real a = 2, b = 2;
  Real r(start = 1), y(start = 1), x(start = 0, fixed = true);
equation
  y = noEvent(if abs(b - a) < 1e-3 then r/2
    elseif r < 0.5 then (r - y^2)/(b - a)
    elseif r < 0.7 then (r + y)/(b - a)
    elseif r < 5 then (r - y^2)/(b - a)
    else (r + y)/(b - a));
  r + r^3 = 2*y + 9;
  der(x) = r;
end SharedBranches;
