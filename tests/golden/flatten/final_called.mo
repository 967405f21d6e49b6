model FinalCalled "Final and protected parameters whose functions are called"
  function unit "has to be called, because its assertion is to be checked"
    input Real v[:];
    output Real e[size(v, 1)];
  algorithm
    assert(v*v > 0, "a direction without a length");
    e := v/sqrt(v*v);
  end unit;
  parameter Real n[2] = {0, 2} annotation(Evaluate = true);
  parameter Real m[2] = {0, 2};
  final parameter Real e[2] = unit(n) "a number";
  final parameter Real f[2] = unit(m) "follows m";
  Real x(start = 1);
protected
  parameter Real g[2] = unit(n) "a number: nobody sets it";
  parameter Real h = 3 "may be exposed and set";
equation
  der(x) = e*f - g[2]*x*h;
end FinalCalled;
