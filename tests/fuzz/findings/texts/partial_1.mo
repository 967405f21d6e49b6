model M
  partial function F input Real x; output Real y; end F;
  function g extends F; input Missing c; algorithm y := x; end g;
  function h input F f; output Real y; algorithm y := f(1); end h;
  Real s = h(function g(c = 2));
end M;
