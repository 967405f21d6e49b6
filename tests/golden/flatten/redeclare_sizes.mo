model RedeclareSizes "fields that a function redeclares keep values that name other fields"
  record R
    Real A[:, size(A, 1)];
    Real C[:, size(A, 1)];
    String y[size(C, 1)] = fill("out", size(C, 1));
    String x[size(A, 1)] = fill("in", size(A, 1));
  end R;
  function from
    input Real A[:, size(A, 1)];
    input Real C[:, size(A, 1)] = fill(0.0, 0, size(A, 1));
    input String y[size(C, 1)] = fill("y", size(C, 1));
    output R result(
      redeclare Real A[size(A, 1), size(A, 2)],
      redeclare Real C[size(C, 1), size(C, 2)],
      redeclare String y[size(C, 1)],
      redeclare String x[size(A, 2)]);
  algorithm
    result.A := A;
    result.C := C;
    result.y := y;
  end from;
  parameter R r = from({{1, 2}, {3, 4}}, {{5, 6}});
  Real z(start = 0, fixed = true);
equation
  der(z) = r.C[1, 2]*time + size(r.x, 1);
end RedeclareSizes;
