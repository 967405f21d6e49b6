package CLibrary "External C code that asks much of the C library"
  function f
    input Real x;
    output Real y;
    external "C" y = ask_library(x) annotation(Include = "
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int in_order(const void *a, const void *b)
{
  double d = *(const double *)a - *(const double *)b;
  return (d > 0) - (d < 0);
}

/* What a file gives back of x, to three digits. */
static double through_file(double x)
{
  char text[80], word[20];
  double back = 0;
  int seven = 0;
  FILE *file = tmpfile();
  assert(file != NULL);
  fprintf(file, \"%s %.17g %d\\n\", \"value\", x, 7);
  rewind(file);
  if (fscanf(file, \"%19s %lf %d\", word, &back, &seven) != 3) back = -1;
  if (fgetc(file) != '\\n' || fgetc(file) != EOF || !feof(file)) back = -2;
  fclose(file);
  if (!isalpha(word[0]) || toupper('a') != 'A' || seven != 7) back = -3;
  sprintf(text, \"%.3f\", back);
  sscanf(text, \"%lf\", &back);
  return back;
}

static double of_time(void)
{
  char year[8];
  time_t zero = 0;
  struct tm *start = gmtime(&zero);
  strftime(year, sizeof year, \"%Y\", start);
  return start->tm_year == 70 && time(NULL) > 1000000 ? atof(year) : -4;
}

static double of_numbers(void)
{
  uint64_t large = (uint64_t)1 << 40;
  if (isinf(1.0) || !isinf(HUGE_VAL) || signbit(2.0) || !signbit(-2.0))
    return -5;
  if (DBL_EPSILON > 1e-10 || INT_MAX < 1000000 || large <= UINT32_MAX)
    return -6;
  errno = 0;
  if (fopen(\"/a/file/that/is/not/there\", \"r\") || errno != ENOENT)
    return -7;
  return cbrt(27) + erf(0) + strtod(\"2.5\", NULL) + strtol(\"40\", NULL, 10);
}

double ask_library(double x)
{
  double v[4] = {3, 1, 2, x};
  char *copy; /* const is lost: a warning, not an error */
  const char *text = \"abc,def\";
  copy = strchr(text, ',');
  qsort(v, 4, sizeof v[0], in_order);
  return through_file(x) + of_time() + of_numbers() + v[3] + strlen(copy);
}
");
  end f;
  model Model
    Real y = f(time + 0.125);
    annotation(experiment(StopTime = 1));
  end Model;
end CLibrary;
