model External_call
  function crashes
    input Integer n;
    output Integer m;
    external "C" m = crashes(n)
      annotation(Include = "static int crashes(int n) { return *(volatile int *)(__SIZE_TYPE__)n; }");
  end crashes;
  function complains
    input Integer n;
    input Real x[:];
    input String s;
    output Integer m;
    external "C" m = complains(n, x, size(x, 1), s) annotation(Include = "
#include <ModelicaUtilities.h>
static int complains(int n, const double *x, size_t m, const char *s)
{
  ModelicaFormatError(\"%d is too much for %s\", n, s);
  return x[m];
}");
  end complains;
  function leaves
    input Integer n;
    output Integer m;
    external "C" m = leaves(n)
      annotation(Include = "#include <stdlib.h>\nstatic int leaves(int n) { exit(n); return 0; }");
  end leaves;
  function missing
    input Integer n;
    output Integer m;
    external "C" m = missing(n) annotation(Library = "nowhere");
  end missing;
  record Pair
    Real a, b;
  end Pair;
  function ofRecord
    input Pair p;
    output Integer n;
    external "C" n = ofRecord(p);
  end ofRecord;
  function ofObject
    input Integer n;
    output Pair p;
    external "C" ofObject(n, p);
  end ofObject;
  function sizeOf
    input Pair p;
    output Integer n = integer(p.a);
  algorithm
  end sizeOf;
  constant Integer a = crashes(1);
  Real b[complains(7, {1, 2.5}, "\"us\"")];
  Real c[leaves(3)];
  Real d[leaves(0)];
  Real e[missing(1)];
  Real f[ofRecord(Pair(1, 2))];
  Real g[sizeOf(ofObject(1))];
  parameter Integer n = 2 annotation(Evaluate = true);
  Real h[leaves(n + 4)];
equation
  b = zeros(size(b, 1));
end External_call;
