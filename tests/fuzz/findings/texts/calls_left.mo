model calls_left "Calls in what is written in place of a call, twice printed"
  function far
    input Real x;
    output Real y;
  external "C" y = sin(x);
  end far;
  function choose
    input Real x;
    output Real y;
  algorithm
    y := if far(x) > 0.5 then far(x + 1) else 1;
  end choose;
  function pair
    input Real x;
    output Real y;
    output Real z[2];
  algorithm
    y := 0;
    while y < x loop
      y := y + choose(0.25);
    end while;
    z := {y, choose(3)};
  end pair;
  function constants
    output Real y, z;
  algorithm
    (y, z) := two(1);
  end constants;
  function two
    input Real x;
    output Real y, z;
  protected
    Real least;
  algorithm
    least := far(x);
    if least > far(2) then
      y := 1;
      z := least;
    else
      y := 2;
      z := 0;
    end if;
  end two;
  Real a, b[2], c, d;
algorithm
  (a, b) := pair(time);
  (c, d) := constants();
end calls_left;
