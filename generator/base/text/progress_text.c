/* progress_text.c: see progress_text.h. */
#include "base/text/progress_text.h"

enum { BAR_WIDTH = 20 };

void progress_text_bar(FILE *out, double done)
{
  int full = (int)(done * BAR_WIDTH);
  fputc('[', out);
  for (int i = 0; i < BAR_WIDTH; i++) fputc(i < full ? '#' : '-', out);
  fputc(']', out);
}

void progress_text_left(FILE *out, double seconds)
{
  if (seconds < 90)
    fprintf(out, "  %.0f s left", seconds < 1 ? 1 : seconds);
  else if (seconds < 5400)
    fprintf(out, "  %.0f min left", seconds / 60);
  else
    fprintf(out, "  %.1f h left", seconds / 3600);
}
