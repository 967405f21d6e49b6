model M
  function f input Integer n; output Integer y = f(n + 1); end f;
  function g input Integer n; output Integer y; algorithm y := 0; while true loop y := y + 1; end while; end g;
  function h input Real u; input h2 k; output Real y = k(u, function h(k = k)); end h;
  partial function h2 input Real u; input h2 k; output Real y; end h2;
  Real a[f(1)], b[g(1)];
  Real c = h(time, function h(k = function h()));
end M;
