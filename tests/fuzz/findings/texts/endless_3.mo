model M
  inner replaceable model A model B outer model A = A; A a; end B; B b; end A;
  outer model A2 = A; A2 a;
  A c;
  function f extends g; end f;
  function g = f;
  function d = der(d, u);
  Real y = f(1) + d(time);
end M;
