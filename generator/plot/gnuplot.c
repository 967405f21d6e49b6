/* gnuplot.c: gnuplot's script, its data, its run. */
#define _DEFAULT_SOURCE /* the window size of a terminal */
#include "plot/gnuplot.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/temporary.h"
#include "base/text/decimal_text.h"
#include "plot/gnuplot_start.h"

/* --- script and data --- */

/* As wide as the terminal; several pictures scroll, each as high as it. */
static void put_terminal_size(FILE *out, int n_pictures)
{
  struct winsize size;
  int width = 79, height = 24;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 &&
      size.ws_row >= 12) {
    width = size.ws_col - 1;
    height = size.ws_row < 50 ? size.ws_row - 1 : 49;
  }
  const char *colour = isatty(STDOUT_FILENO) ? "ansi" : "mono";
  fprintf(out, "set terminal dumb noenhanced %s size %d,%d\n", colour, width,
          height * n_pictures);
}

/* In gnuplot's single quotes only the quote itself is special: it is doubled,
 * which at the beginning would be an empty text. Double quotes do not serve
 * for the rest, since a backquote in them runs a command. */
static void gnuplot_put_quoted(FILE *out, const char *text)
{
  for (; *text == '\''; text++) fputs("\"'\" . ", out);
  fputc('\'', out);
  for (const char *c = text; *c; c++) {
    if (*c == '\'') fputc('\'', out);
    fputc((unsigned char)*c < 0x20 ? ' ' : *c, out);
  }
  fputc('\'', out);
}

static void put_terminal(FILE *out, const char *png, int n_charts)
{
  assert(n_charts > 0);
  if (!png) {
    put_terminal_size(out, n_charts);
    return;
  }
  fprintf(out,
          "set terminal pngcairo noenhanced size 1000,%d font ',11'\n"
          "set output ",
          n_charts == 1 ? 650 : 450 * n_charts);
  gnuplot_put_quoted(out, png);
  fputs("\nset grid\n", out);
}

/* gnuplot has so many colours; curves after that are dashed. */
enum { N_COLOURS = 8 };

/* first: the number of the chart's first curve among all, and of its data. */
static void put_curves(Arena *arena, FILE *out, const Chart *chart, int first,
                       const char *data)
{
  for (int i = 0; i < chart->n_curves; i++) {
    const DrawnCurve *c = &chart->curve[i];
    bool dashed = c->dash > 0 || i >= N_COLOURS;
    fputs(i == 0 ? "plot " : ", ", out);
    gnuplot_put_quoted(out, data);
    fprintf(out, " index %d using 1:2 with lines%s title ", first + i,
            dashed ? " dashtype 2" : "");
    gnuplot_put_quoted(out, drawing_legend(arena, chart, i));
  }
  fputc('\n', out);
}

/* A long list of names stands beside the curves, not on them, where there is
 * room. */
enum { MOST_NAMES_INSIDE = 5 };

static const char *key_of(const Chart *chart, bool is_terminal)
{
  if (chart->n_curves == 1) return "unset key";
  bool inside = chart->n_curves <= MOST_NAMES_INSIDE || is_terminal;
  return inside ? "set key noenhanced" : "set key outside noenhanced";
}

static void gnuplot_put_chart(Arena *arena, FILE *out, const Chart *chart,
                              int first, const char *data, bool is_terminal)
{
  fputs("set xlabel ", out);
  gnuplot_put_quoted(out, drawing_x_label(arena, chart));
  fputs("\nset ylabel ", out);
  gnuplot_put_quoted(out, drawing_y_label(arena, chart));
  fprintf(out, "\n%s\n", key_of(chart, is_terminal));
  put_curves(arena, out, chart, first, data);
}

static void put_script(Arena *arena, FILE *out, const Drawing *d,
                       const char *data, const char *png)
{
  put_terminal(out, png, d->n_charts);
  if (d->n_charts > 1)
    fprintf(out, "set multiplot layout %d,1 title ", d->n_charts);
  else
    fputs("set title ", out);
  gnuplot_put_quoted(out, d->title ? d->title : "");
  fputc('\n', out);
  for (int i = 0, first = 0; i < d->n_charts; i++) {
    gnuplot_put_chart(arena, out, &d->chart[i], first, data, !png);
    first += d->chart[i].n_curves;
  }
  if (d->n_charts > 1) fputs("unset multiplot\n", out);
}

static void put_number(FILE *out, double value, char after)
{
  char text[DECIMAL_TEXT_SIZE];
  fputs(isfinite(value) ? decimal_text(value, text, NULL) : "NaN", out);
  fputc(after, out);
}

/* One block for each curve, two empty lines between them. */
static void gnuplot_put_data(FILE *out, const Drawing *d)
{
  for (int i = 0; i < d->n_charts; i++) {
    for (int k = 0; k < d->chart[i].n_curves; k++) {
      const DrawnCurve *c = &d->chart[i].curve[k];
      for (int p = 0; p < c->n; p++) {
        put_number(out, c->x[p], ' ');
        put_number(out, c->y[p], '\n');
      }
      if (c->n == 0) fputs("NaN NaN\n", out);
      fputs("\n\n", out);
    }
  }
}

/* --- the run --- */

static bool gnuplot_fail(Session *s, const char *why)
{
  diagnostic_error(s, NO_SPAN, E606, "%s", why);
  return false;
}

static bool gnuplot_close(Session *s, FILE *file)
{
  bool good = !ferror(file);
  if (fclose(file) != 0) good = false;
  return good || gnuplot_fail(s, "the plot's data cannot be written");
}

static bool run_gnuplot(Session *s, const char *script)
{
  int status = gnuplot_start(script);
  if (status == 0) return true;
  if (status == EXIT_NO_GNUPLOT) {
    return gnuplot_fail(s, "plots need gnuplot; " GNUPLOT_FROM);
  }
  return gnuplot_fail(s, status < 0 ? "gnuplot cannot be started"
                                    : "gnuplot failed");
}

static bool gnuplot_write_inputs(Session *s, const Drawing *d,
                                 const char *folder, const char *png)
{
  Arena *arena = s->session_arena;
  const char *data = arena_printf(arena, "%s/plot.dat", folder);
  FILE *out = fopen(data, "w");
  if (!out) return gnuplot_fail(s, "the plot's data cannot be written");
  gnuplot_put_data(out, d);
  if (!gnuplot_close(s, out)) return false;

  out = fopen(arena_printf(arena, "%s/plot.gp", folder), "w");
  if (!out) return gnuplot_fail(s, "the plot's script cannot be written");
  put_script(arena, out, d, data, png);
  return gnuplot_close(s, out);
}

bool gnuplot_draw(Session *s, const Drawing *drawing, const char *png)
{
  assert(drawing->n_charts > 0);
  const char *folder = temporary_folder(s);
  return folder && gnuplot_write_inputs(s, drawing, folder, png) &&
         run_gnuplot(s, arena_printf(s->session_arena, "%s/plot.gp", folder));
}
