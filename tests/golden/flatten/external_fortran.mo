// Arguments of Fortran; values that name what is declared after them.
model External_fortran
  function solve
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)] = cat(1, b[1:1], rest);
    output Integer info;
  protected
    Real rest[n - 1] = b[2:n];
    Real work[n, n] = A;
    Integer n = size(A, 1);
    Integer pivots[size(A, 1)];
    external "FORTRAN 77" DGESV(n, 1, work, n, pivots, x, n, info)
      annotation(Library = "lapack");
  end solve;
  function inModelica
    input Real u;
    output Real y = 2*later;
  protected
    Real later = u + last;
    Real last = 3*u;
  algorithm
    y := y + later;
  end inModelica;
  constant Real c[2] = solve({{4, 2}, {1, 3}}, {1, 2});
  Real y = inModelica(time);
end External_fortran;
