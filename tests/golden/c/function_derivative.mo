// A function with a loop of unknown length and a written derivative; z is the
// derivative of its result.
model function_derivative
  function root
    input Real u;
    output Real y = 1;
  algorithm
    while abs(y*y - u) > 1e-12*u loop
      y := (y + u/y)/2;
    end while;
    annotation(derivative = root_slope);
  end root;
  function root_slope
    input Real u;
    input Real du;
    output Real dy = du/(2*root(u));
  algorithm
  end root_slope;
  Real x(start = 2, fixed = true);
  Real y, z;
equation
  der(x) = -x;
  y = root(x);
  z = der(y);
end function_derivative;
