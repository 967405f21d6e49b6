model StrangeExternal "Types that are not there, in external functions and records"
  record R
    Unknown u;
    Real x;
  end R;
  function f
    input Nothing n;
    input R r;
    output Missing m;
    external "C" m = c_f(n, r, q.z, size(w, 1));
  end f;
  R r = R(1, 2);
  Real y = f(1, r);
  Real z[f(2, R(3, 4))];
end StrangeExternal;
