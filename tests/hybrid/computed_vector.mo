// vector() of matrices whose sizes are computed: a column, a row and nothing.
model ComputedVector
  function flat
    input Integer n, m;
    output Real y;
  protected
    Real A[n, m] = zeros(n, m);
    Real v[:];
  algorithm
    for i in 1:n loop
      for j in 1:m loop
        A[i, j] := 10*i + j;
      end for;
    end for;
    v := vector(A);
    y := sum(v) + 1000*size(v, 1);
  end flat;

  Integer n = if time < 0.5 then 1 else 3;
  Real column = flat(n, 1), row = flat(1, n), nothing = flat(max(n, 3) - 3, n + 1);
end ComputedVector;
