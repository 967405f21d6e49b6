model PartialDerivativeExternal
  function outside
    input Real x;
    output Real y;
    external "C" y = sin(x);
  end outside;
  function outside_x = der(outside, x);
  function around
    input Real x;
    output Real y;
  algorithm
    y := 2*outside(x);
  end around;
  function around_x = der(around, x);
  function first
    input Real x;
    output Real y;
  algorithm
    y := second(x);
  end first;
  function second
    input Real x;
    output Real y;
  algorithm
    if x > 1 then
      y := first(x - 1) + first_x(x);
    else
      y := x;
    end if;
  end second;
  function first_x = der(first, x);
  Real a = outside_x(time);
  Real b = around_x(time);
  Real c = second(time);
end PartialDerivativeExternal;
