model ComputedSizes "what is not written as loops, and sizes that must be known"
  function some
    input Integer n;
    output Real y[n] = ones(n);
  algorithm
  end some;
  function power
    input Integer n;
    output Real y;
  protected
    Real A[n, n] = identity(n);
  algorithm
    y := sum(A^2);
  end power;
  function columns
    input Integer n;
    output Real y;
  algorithm
    y := sum(cat(3, [some(n), some(n)]));
  end columns;
  function counted
    input String k[:];
    output Integer y;
    external "FORTRAN 77" y = count(k, size(k, 1));
  end counted;
  function whole
    input Integer n;
    output Integer y = counted({String(i) for i in 1:n});
  algorithm
  end whole;
  function nested
    input Integer n;
    output Real y;
  algorithm
    y := sum({{i*j for i in 1:n} for j in 1:n});
  end nested;
  function mixed
    input Integer n;
    output Real y;
  protected
    Real v[n] = ones(n);
  algorithm
    v := "text";
    y := sum(v);
  end mixed;
  function ranks
    input Integer n;
    output Real y;
  protected
    Real v[n] = ones(n), A[n, n] = ones(n, n);
  algorithm
    y := sum(v + A);
  end ranks;
  function scalars
    input Integer n;
    output Real y;
  protected
    Real v[n] = ones(n);
  algorithm
    y := v;
  end scalars;
  Integer n = integer(10*time);
  Real a[2] = some(n);
  Real b = power(n) + columns(n) + nested(n) + whole(n);
  Real c = mixed(n);
  Real d = ranks(n);
  Real e = scalars(n);
  Real f[:] = some(n);
end ComputedSizes;
