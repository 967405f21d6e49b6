model M
  record R Real a[:]; Real b[size(a, 1)]; end R;
  constant R r[:] = {R({1}, {2}), R({1, 2}, {3, 4})};
  R q = R(a = r.a, b = r[1]);
  R p = if true then r[1] else 3;
  function f input R r[:]; output R s[size(r, 1) + 1]; algorithm s := {r[1], r}; end f;
  R t[:] = f(r);
end M;
