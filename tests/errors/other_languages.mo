model OtherLanguages
  parameter Real g = 9,81;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x**2;
end OtherLanguages;
