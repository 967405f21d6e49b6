model M
  record R Real a; R2 b; end R;
  record R2 Real c; Missing d[3]; end R2;
  R r = R(1, R2(2, {1, 2, 3}));
  function f input R r; output R q = r; algorithm q.b.d := r.b.d + 1; q.b := r.a; end f;
  R s = f(r);
  Real x[size(f(r).b.d, 1)];
end M;
