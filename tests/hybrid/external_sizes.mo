// Arrays whose sizes are computed, as arguments and results of external code:
// Strings and Integers are copied there and back, Reals lie where they are.
model ExternalSizes
  impure function texts
    input Integer n;
    output String text[n];
    external "C" external_sizes_texts(text, size(text, 1)) annotation(Include = "
#include <stddef.h>
static void external_sizes_texts(const char **text, size_t n)
{
  static const char *const some[] = {\"1\", \"22\", \"333\"};
  for (size_t k = 0; k < n; k++) text[k] = some[k % 3];
}");
  end texts;

  impure function counted
    input Integer n;
    output Integer k[n];
    output Real x[n, 2];
    external "C" external_sizes_counted(n, k, x) annotation(Include = "
static void external_sizes_counted(int n, int *k, double *x)
{
  for (int i = 0; i < n; i++) {
    k[i] = i + 1;
    x[2*i] = i;
    x[2*i + 1] = 10*i;
  }
}");
  end counted;

  impure function added
    input String text[:];
    input Integer k[:];
    output Integer n;
    external "C" n = external_sizes_added(text, size(text, 1), k, size(k, 1))
      annotation(Include = "
static int external_sizes_added(const char *const *text, size_t n,
                                const int *k, size_t m)
{
  int sum = (int)n;
  for (size_t i = 0; i < n; i++) 
    for (int k = 0; text[i][k]; k++) sum += text[i][k] - '0';
  for (size_t i = 0; i < m; i++) sum += k[i];
  return sum;
}");
  end added;

  impure function all
    input Real u;
    output Integer n;
    output Real last;
  protected
    Integer count = integer(3*u);
    Integer k[count];
    Real x[count, 2];
    Integer none[0];
    Real nothing[0, 2];
  algorithm
    (none, nothing) := counted(0);
    (k, x) := counted(count);
    n := added(texts(count), k);
    last := x[2, 2];
  end all;

  Integer n(start = 0, fixed = true);
  discrete Real x(start = 0, fixed = true);
equation
  when time > 0.5 then
    (n, x) = all(if time < 2 then 1 else 0);
  end when;
end ExternalSizes;
