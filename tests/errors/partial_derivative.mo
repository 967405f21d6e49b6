model PartialDerivative
  function f
    input Real xs;
    input Real v[2];
    input Integer n;
    output Real y;
  algorithm
    y := xs*v[1] + n;
  end f;
  function no_input = der(f, x);
  function by_array = der(f, v);
  function by_integer = der(f, n);
  function of_model = der(M, x);
  function of_type = der(Real, x);
  function of_unknown = der(nothing, x);
  function of_order_9 = der(f, xs, xs, xs, xs, xs, xs, xs, xs, xs);
  function f_x = der(f, xs);
  function modified = f_x(n = 3);
  function extended
    extends f_x;
  end extended;
  model M
    Real x;
  algorithm
    x := 1;
  end M;
  function count
    input Real x;
    output Integer n;
  algorithm
    n := integer(x);
  end count;
  function of_count = der(count, x);
  function own
    input Real x;
    output Real y;
  algorithm
    y := own_x(x - 1);
  end own;
  function own_x = der(own, x);
  function itself = der(itself, x);
  constant Real k = f_x(1, {1, 2}, 3);
  Real a = no_input(time, {1, 2}, 3);
  Real b = by_array(time, {1, 2}, 3);
  Real c = by_integer(time, {1, 2}, 3);
  Real d = of_model(time);
  Real e = of_type(time);
  Real g = of_unknown(time);
  Real h = of_order_9(time, {1, 2}, 3);
  Real i = modified(time, {1, 2});
  Real j = extended(time, {1, 2}, 3);
  Real l = of_count(time);
  Real m = own(time);
  Real o = itself(time);
  Real p = k;
end PartialDerivative;
