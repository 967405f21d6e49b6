// An equation that must be differentiated calls C without a derivative.
model ExternalDerivative
  function f
    input Real x;
    output Real y;
  external "C" y = sinh(x) annotation(Include = "#include <math.h>");
  end f;
  Real x, y, z;
equation
  y = f(x);
  y = time;
  der(x) = z;
end ExternalDerivative;
