/* gnuplot_start.c: plot/gnuplot_start.h on Windows. */
#include "plot/gnuplot_start.h"

#include <assert.h>

#include "windows/process.h"

int gnuplot_start(const char *script)
{
  assert(script);
  static const char *const name[] = {"gnuplot.exe", "wgnuplot.exe"};
  ProcessFiles files = {GetStdHandle(STD_INPUT_HANDLE),
                        GetStdHandle(STD_OUTPUT_HANDLE),
                        GetStdHandle(STD_ERROR_HANDLE)};
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) {
    const char *word[] = {name[k], script, NULL};
    HANDLE process = process_start(word, NULL, &files);
    if (process) return (int)process_end(process);
  }
  return EXIT_NO_GNUPLOT;
}
