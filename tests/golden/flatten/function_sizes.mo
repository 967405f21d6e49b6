// Sizes of variables that have no value yet, and equality of Reals, in
// functions.
model FunctionSizes
  function squares
    input Integer n;
    input Real u;
    output Real y[n];
  protected
    Real half[size(y, 1), 2];
    Real scale[:] = fill(2, size(y, 1));
  algorithm
    for i in 1:size(y, 1) loop
      y[i] := scale[i]*u^i;
    end for;
    half := fill(u, size(half, 1), size(half, 2));
    y := y + half[:, 1];
  end squares;

  function safe "equality is allowed inside of functions"
    input Real u, v;
    output Real y;
  algorithm
    y := if v == 0 then 0 else u/v;
  end safe;

  function differs
    input Real u, v;
    output Boolean y;
  algorithm
    y := u <> v;
  end differs;

  function pulse
    input Real u;
    output Real y = 1;
  algorithm
    if u <> 1 then
      y := 0;
    end if;
  end pulse;

  Real x[3] = squares(3, time), q = safe(1, time), p = pulse(time);
  parameter Boolean same = not differs(0.5, 1/2);
  constant Real one = safe(2, 2), zero = safe(1, 0);
  Real w = if same then one else zero;
end FunctionSizes;
