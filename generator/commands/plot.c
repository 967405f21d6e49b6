/* plot.c: gnuplot's script, its data, its run, its result. */
#define _DEFAULT_SOURCE /* the window size of a terminal */
#include "commands/plot.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/temporary.h"
#include "base/vector.h"
#include "commands/options.h"
#include "report/html_text.h"

#define EXIT_NO_GNUPLOT 127

/* --- the request --- */

/* The length of the name at the front: up to a comma or colon that is not
 * inside brackets, parentheses or quotes. */
static size_t name_length(const char *text)
{
  int depth = 0;
  bool quoted = false;
  size_t n = 0;
  for (; text[n]; n++) {
    char c = text[n];
    if (c == '\'') quoted = !quoted;
    if (quoted) continue;
    if (c == '(' || c == '[') depth++;
    if ((c == ')' || c == ']') && depth > 0) depth--;
    if (depth == 0 && (c == ',' || c == ':')) break;
  }
  return n;
}

static const char *take_name(Session *s, const char **text)
{
  size_t n = name_length(*text);
  const char *name = arena_copy_text(s->session_arena, *text, n);
  *text += n;
  return n > 0 ? name : NULL;
}

static bool take_curve(Session *s, const char **text, Plot *plot, int picture)
{
  PlotCurve curve = {.y = take_name(s, text), .picture = picture};
  if (!curve.y) return false;
  if (**text == ':') {
    ++*text;
    curve.x = take_name(s, text);
    if (!curve.x || **text == ':') return false;
  }
  plot->curve = vector_grow(s->session_arena, plot->curve, &plot->cap_curves,
                            plot->n_curves + 1, sizeof plot->curve[0]);
  plot->curve[plot->n_curves++] = curve;
  return true;
}

/* The pictures stand in their order. */
static int count_pictures(const Plot *plot)
{
  return plot->n_curves > 0 ? plot->curve[plot->n_curves - 1].picture + 1 : 0;
}

bool plot_add_picture(Session *s, Plot *plot, const char *text)
{
  const char *rest = text;
  int picture = count_pictures(plot);
  for (;;) {
    if (!take_curve(s, &rest, plot, picture)) break;
    if (!*rest) return true;
    rest++; /* the comma */
  }
  return options_complain("--plot needs names like x,y or y:x, not '%s'", text);
}

Plot *plot_parse(Session *s, const char *text)
{
  Plot *plot = arena_alloc(s->session_arena, sizeof *plot);
  return plot_add_picture(s, plot, text) ? plot : NULL;
}

void plot_add_row(Session *s, Plot *plot, const double *row)
{
  assert(plot->n_columns > 0 && plot->n_values % plot->n_columns == 0);
  int n = plot->n_columns;
  plot->value = vector_grow(s->session_arena, plot->value, &plot->cap_values,
                            plot->n_values + n, sizeof plot->value[0]);
  memcpy(plot->value + plot->n_values, row, (size_t)n * sizeof row[0]);
  plot->n_values += n;
}

/* --- kinds of output --- */

typedef enum PlotKind { PLOT_TERMINAL, PLOT_SVG, PLOT_PNG, PLOT_HTML } PlotKind;

static bool plot_ends_with(const char *text, const char *ending)
{
  size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

static PlotKind plot_kind_of(const char *file)
{
  if (!file) return PLOT_TERMINAL;
  if (plot_ends_with(file, ".png")) return PLOT_PNG;
  return plot_ends_with(file, ".html") ? PLOT_HTML : PLOT_SVG;
}

bool plot_file_is_known(const char *file)
{
  return plot_ends_with(file, ".svg") || plot_ends_with(file, ".png") ||
         plot_ends_with(file, ".html");
}

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

/* --- script and data --- */

/* In gnuplot's single quotes only the quote itself is special: it is doubled,
 * which at the beginning would be an empty text. Double quotes do not serve
 * for the rest, since a backquote in them runs a command. */
static void plot_put_quoted(FILE *out, const char *text)
{
  for (; *text == '\''; text++) fputs("\"'\" . ", out);
  fputc('\'', out);
  for (const char *c = text; *c; c++) {
    if (*c == '\'') fputc('\'', out);
    fputc((unsigned char)*c < 0x20 ? ' ' : *c, out);
  }
  fputc('\'', out);
}

static void put_terminal(FILE *out, PlotKind kind, const char *target,
                         int n_pictures)
{
  assert(n_pictures > 0 && (kind == PLOT_TERMINAL || target));
  int height = n_pictures == 1 ? 650 : 450 * n_pictures;
  switch (kind) {
  case PLOT_TERMINAL: put_terminal_size(out, n_pictures); return;
  case PLOT_PNG:
    fprintf(out, "set terminal pngcairo noenhanced size 1000,%d font ',11'\n",
            height);
    break;
  case PLOT_SVG:
  case PLOT_HTML:
    fprintf(out,
            "set terminal svg noenhanced dynamic size 1000,%d "
            "background 'white'\n",
            height);
    break;
  }
  fputs("set output ", out);
  plot_put_quoted(out, target);
  fputc('\n', out);
}

static const char *x_name(const PlotCurve *c)
{
  return c->x ? c->x : "time";
}

/* The curves of one picture. */
typedef struct Picture {
  const PlotCurve *curve;
  int n_curves;
} Picture;

static Picture find_picture(const Plot *plot, int number)
{
  Picture p = {plot->curve, 0};
  for (int i = 0; i < plot->n_curves; i++) {
    if (plot->curve[i].picture < number) p.curve = &plot->curve[i + 1];
    if (plot->curve[i].picture == number) p.n_curves++;
  }
  assert(p.n_curves > 0); /* curves stand in the order of pictures */
  return p;
}

/* What the horizontal axis shows: one name, if all curves agree. */
static const char *x_label(const Picture *p)
{
  const char *label = x_name(&p->curve[0]);
  for (int i = 1; i < p->n_curves; i++) {
    if (strcmp(label, x_name(&p->curve[i])) != 0) return "";
  }
  return label;
}

/* The vertical axis of a single curve over another. */
static const char *y_label(const Picture *p)
{
  return p->n_curves == 1 ? p->curve[0].y : "";
}

/* gnuplot has so many colours; curves after that are dashed. */
enum { N_COLOURS = 8 };

static void put_curves(FILE *out, const Picture *p, const char *data)
{
  for (int i = 0; i < p->n_curves; i++) {
    const PlotCurve *c = &p->curve[i];
    fputs(i == 0 ? "plot " : ", ", out);
    plot_put_quoted(out, data);
    fprintf(out, " using %d:%d with lines%s title ", c->x_column + 1,
            c->y_column + 1, i < N_COLOURS ? "" : " dashtype 2");
    plot_put_quoted(out, c->y);
  }
  fputc('\n', out);
}

/* A long list of names stands beside the curves, not on them, where there is
 * room. */
enum { MOST_NAMES_INSIDE = 5 };

static const char *key_of(const Picture *p, PlotKind kind)
{
  if (p->n_curves == 1) return "unset key";
  bool inside = p->n_curves <= MOST_NAMES_INSIDE || kind == PLOT_TERMINAL;
  return inside ? "set key noenhanced" : "set key outside noenhanced";
}

static void put_picture(FILE *out, const Picture *p, PlotKind kind,
                        const char *data)
{
  fputs("set xlabel ", out);
  plot_put_quoted(out, x_label(p));
  fputs("\nset ylabel ", out);
  plot_put_quoted(out, y_label(p));
  fprintf(out, "\n%s\n", key_of(p, kind));
  put_curves(out, p, data);
}

static void put_script(FILE *out, const Plot *plot, PlotKind kind,
                       const char *data, const char *target)
{
  int n = count_pictures(plot);
  put_terminal(out, kind, target, n);
  if (kind != PLOT_TERMINAL) fputs("set grid\n", out);
  if (n > 1)
    fprintf(out, "set multiplot layout %d,1 title ", n);
  else
    fputs("set title ", out);
  plot_put_quoted(out, plot->title ? plot->title : "");
  fputc('\n', out);
  for (int i = 0; i < n; i++) {
    Picture p = find_picture(plot, i);
    put_picture(out, &p, kind, data);
  }
  if (n > 1) fputs("unset multiplot\n", out);
}

static void plot_put_data(FILE *out, const Plot *plot)
{
  for (int i = 0; i < plot->n_values; i++) {
    bool last = (i + 1) % plot->n_columns == 0;
    double value = plot->value[i];
    if (isfinite(value))
      fprintf(out, "%.17g%c", value, last ? '\n' : ' ');
    else
      fprintf(out, "NaN%c", last ? '\n' : ' ');
  }
}

/* --- the run --- */

static bool plot_fail(Session *s, const char *why)
{
  diagnostic_error(s, NO_SPAN, E606, "%s", why);
  return false;
}

static bool close_written(Session *s, FILE *file)
{
  bool good = !ferror(file);
  if (fclose(file) != 0) good = false;
  return good || plot_fail(s, "the plot's data cannot be written");
}

static bool run_gnuplot(Session *s, const char *script)
{
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) return plot_fail(s, "gnuplot cannot be started");
  if (child == 0) {
    execlp("gnuplot", "gnuplot", script, (char *)NULL);
    _exit(EXIT_NO_GNUPLOT);
  }
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return plot_fail(s, "gnuplot has ended unexpectedly");
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NO_GNUPLOT) {
    return plot_fail(s, "plots need gnuplot; install it with "
                        "'apt-get install gnuplot-nox'");
  }
  return plot_fail(s, "gnuplot failed");
}

static bool plot_write_inputs(Session *s, const Plot *plot, PlotKind kind,
                              const char *folder, const char *target)
{
  Arena *arena = s->session_arena;
  const char *data = arena_printf(arena, "%s/plot.dat", folder);
  FILE *out = fopen(data, "w");
  if (!out) return plot_fail(s, "the plot's data cannot be written");
  plot_put_data(out, plot);
  if (!close_written(s, out)) return false;

  out = fopen(arena_printf(arena, "%s/plot.gp", folder), "w");
  if (!out) return plot_fail(s, "the plot's script cannot be written");
  put_script(out, plot, kind, data, target);
  return close_written(s, out);
}

/* Appends a file to what `out` has already. */
static bool append_file(const char *path, FILE *out)
{
  FILE *in = fopen(path, "r");
  if (!in) return false;
  char piece[4096];
  size_t n;
  while ((n = fread(piece, 1, sizeof piece, in)) > 0) {
    fwrite(piece, 1, n, out);
  }
  bool good = !ferror(in);
  fclose(in);
  return good;
}

/* One page that needs nothing else: the SVG drawing inside. On a narrow screen
 * the drawing scrolls, not the page. */
static bool plot_write_page(Session *s, const Plot *plot, const char *svg,
                            const char *page)
{
  FILE *out = fopen(page, "w");
  if (!out) return plot_fail(s, "the plot cannot be written");
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<style>div { overflow-x: auto; } svg { width: 100%; height: auto; "
        "min-width: 38rem; }</style>\n<title>",
        out);
  html_put(out, plot->title ? plot->title : "plot");
  fputs("</title></head>\n<body>\n<div>\n", out);
  bool good = append_file(svg, out);
  fputs("</div>\n</body>\n</html>\n", out);
  if (!close_written(s, out)) return false;
  return good || plot_fail(s, "gnuplot wrote no drawing");
}

bool plot_draw(Session *s, const Plot *plot, const char *file)
{
  assert(!file || plot_file_is_known(file));
  assert(plot->n_curves > 0);
  PlotKind kind = plot_kind_of(file);
  const char *folder = temporary_folder(s);
  const char *partial = NULL;
  if (file) partial = temporary_beside(s, file);
  if (!folder || (file && !partial)) return false;

  const char *target = partial;
  if (kind == PLOT_HTML) {
    target = arena_printf(s->session_arena, "%s/plot.svg", folder);
  }
  if (!plot_write_inputs(s, plot, kind, folder, target)) return false;
  if (!run_gnuplot(s, arena_printf(s->session_arena, "%s/plot.gp", folder))) {
    return false;
  }
  if (kind == PLOT_HTML && !plot_write_page(s, plot, target, partial))
    return false;
  return !file || temporary_publish(s, partial, file);
}
