// Values of external functions that sizes, conditions and constants need.
model External_call
  type Color = enumeration(red, green, blue);
  function twice
    input Integer n;
    output Integer m;
    external "C" m = twice(n)
      annotation(Include = "static int twice(int n) { return 2 * n; }");
  end twice;
  function text
    input String s;
    input Boolean b[:];
    input Color color = Color.green;
    output String t;
    output Color next;
    output Boolean any;
    external "C" t = text(s, b, size(b, 1), color, next, any)
      annotation(Include = "
#include <stdio.h>
#include <string.h>
#include <ModelicaUtilities.h>
static const char *text(const char *s, const int *b, size_t n, int color,
                        int *next, int *any)
{
  size_t room = strlen(s) + 40;
  char *made = ModelicaAllocateString(room);
  for (size_t k = 0; k < n; k++) *any |= b[k];
  *next = color + 1;
  snprintf(made, room, \"%s %d of %d\", s, color, (int)n);
  return made;
}");
  end text;
  function matrix
    input Integer n;
    output Real y[n, 2];
  protected
    Real scratch[n] = fill(0.25, n);
    external "C" matrix(n, y, scratch)
      annotation(Include = "
static void matrix(int n, double *y, double *scratch)
{
  for (int k = 0; k < n; k++) scratch[k] += k;
  for (int k = 0; k < 2 * n; k++) y[k] = 1.0 / 3 + scratch[k / 2];
}");
  end matrix;
  // no call of its own: all variables in their order, with their sizes
  function usual
    input Real x[:];
    input Integer k;
    output Real y;
    external "C" annotation(Include = "
static double usual(const double *x, size_t n, int k) { return x[n - 1] / k; }");
  end usual;
  function inModelica
    input Integer n;
    output Integer m;
  protected
    String t;
    Color next;
    Boolean any;
  algorithm
    (t, next, any) := text("size", {false, n > 2});
    m := 0;
    while m < 100 and twice(m) < n loop
      m := m + 1;
    end while;
    if any and next == Color.blue and t == "size 2 of 2" then
      m := m + 10;
    end if;
  end inModelica;
  constant Integer k = twice(2);
  constant Real y[:, :] = matrix(k - 2);
  constant String t = text("is", {true}, Color.red);
  constant Real u = usual({1, 2, 3}, 7);
  parameter Integer n = twice(3);
  Real x[n - 5](each start = u, each fixed = true);
  Real z[inModelica(5) - 11];
equation
  der(x) = -k*x;
  z = fill(time, size(z, 1));
end External_call;
