// The size of a constant is the size of what a function gives that calls C:
// asked for before its value is, and where the function is only tried.
model External_shape
  function turned "and how many there are"
    input Real u[:];
    output Real y[size(u, 1)];
    output Integer n;
    external "C" turned(u, size(u, 1), y, n) annotation(Include = "
static void turned(const double *u, size_t m, double *y, int *n)
{
  for (size_t k = 0; k < m; k++) y[k] = u[m - 1 - k];
  *n = (int)m;
}");
  end turned;
  function slopes
    input Real u[:];
    output Real p[size(u, 1) - 1];
  protected
    Real y[size(u, 1)];
    Integer n;
  algorithm
    (y, n) := turned(u);
    p := y[1:size(u, 1) - 1];
    assert(n > 1, "two are needed");
  end slopes;
  package Curve
    constant Real p[:] = slopes({1, 2, 4});
    function at
      input Real x;
      output Real y = p*{x, 1};
    algorithm
    end at;
  end Curve;
  Real z = Curve.at(time);
end External_shape;
