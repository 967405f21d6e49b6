// Functions whose result is an expression: chapter 12.
model FunctionCalls
  function square
    input Real u;
    output Real y;
  algorithm
    y := u*u;
  end square;

  function clip "no events inside of functions"
    input Real u;
    input Real lo = 0;
    input Real hi = lo + 1;
    output Real y;
  algorithm
    if u < lo then
      y := lo;
    elseif u > hi then
      y := hi;
    else
      y := u;
    end if;
  end clip;

  function polynomial
    input Real c[:];
    input Real x;
    output Real y;
  algorithm
    y := c[1];
    for i in 2:size(c, 1) loop
      y := y*x + c[i];
    end for;
  end polynomial;

  function rotate
    input Real a;
    input Real v[2];
    output Real w[2];
  protected
    Real s = sin(a);
    constant Real k = 2;
  algorithm
    assert(size(v, 1) == 2, "a plane");
    w[1] := cos(a)*v[1] - s*v[2];
    w[2] := s*v[1] + cos(a)*v[2];
    w := k*w;
  end rotate;

  partial function Base
    input Real u;
    output Real y;
  end Base;

  function cube
    extends Base;
  algorithm
    y := u*square(u);
  end cube;

  function asin "hides the built-in one"
    input Real u;
    output Real y;
  algorithm
    y := .asin(u);
  end asin;

  constant Real pi = 2*asin(1.0), eight = cube(2);

  record Pair
    Real a, b;
  end Pair;

  function dot
    input Pair p;
    output Real y = p.a*p.b;
  algorithm
  end dot;

  Real x = square(time), y = clip(time, hi = 0.5);
  Real z = polynomial({1, 2, 3}, x);
  Real v[2] = rotate(time, {x, y}), w[2] = square(v), c = eight + pi;
  Pair r[2](a = {1, 2}, b = {3, time});
  Real s = sum(e.a*e.b for e in r), d = dot(r[1]);
  parameter Real k = clip(3), three[3] = {square(i) for i in 1:3};
end FunctionCalls;
