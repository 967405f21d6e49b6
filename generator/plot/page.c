/* page.c: the template, the picture and the numbers. */
#include "plot/page.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "emit/package/data_folder.h"
#include "emit/text/template.h"
#include "plot/svg.h"
#include "report/html_text.h"

#define PAGE_TEMPLATE "plot.html.in"

typedef struct PageWriter {
  Arena *arena;
  const Drawing *drawing;
} PageWriter;

/* A text for a script inside of a page: nothing in it can end the script. */
static void page_put_text(FILE *out, const char *text)
{
  fputc('"', out);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c < 0x20 || strchr("\"\\<>&'", *c))
      fprintf(out, "\\u%04x", *c);
    else
      fputc(*c, out);
  }
  fputc('"', out);
}

static void page_put_numbers(FILE *out, const double *value, int n)
{
  fputc('[', out);
  for (int k = 0; k < n; k++) {
    if (k > 0) fputs(k % 12 == 0 ? ",\n" : ",", out);
    if (isfinite(value[k]))
      fprintf(out, "%.9g", value[k]);
    else
      fputs("null", out);
  }
  fputc(']', out);
}

/* The first curve of the chart with the same x; itself: there is none. */
static int same_x(const Chart *chart, int k)
{
  const DrawnCurve *c = &chart->curve[k];
  for (int i = 0; i < k; i++) {
    const DrawnCurve *other = &chart->curve[i];
    if (other->n == c->n &&
        memcmp(other->x, c->x, (size_t)c->n * sizeof c->x[0]) == 0) {
      return i;
    }
  }
  return k;
}

static void put_page_curve(const PageWriter *w, const Chart *chart, int k,
                           FILE *out)
{
  const DrawnCurve *c = &chart->curve[k];
  bool is_short = c->n <= PAGE_MOST_POINTS;
  int same = is_short ? same_x(chart, k) : k; /* others have lost points */
  DrawnCurve thin = drawing_thin(w->arena, c, PAGE_MOST_POINTS);
  fputs("{name:", out);
  page_put_text(out, drawing_legend(w->arena, chart, k));
  fputs(",unit:", out);
  page_put_text(out, c->unit ? c->unit : "");
  fprintf(out, ",colour:%d,dash:%d,", c->colour, c->dash);
  if (same < k) {
    fprintf(out, "same:%d", same);
  } else {
    fputs("x:", out);
    page_put_numbers(out, thin.x, thin.n);
  }
  fputs(",\ny:", out);
  page_put_numbers(out, thin.y, thin.n);
  fputs("}", out);
}

static void write_data(void *context, FILE *out)
{
  const PageWriter *w = context;
  const Drawing *d = w->drawing;
  fputs("const charts = [", out);
  for (int i = 0; i < d->n_charts; i++) {
    const Chart *chart = &d->chart[i];
    fputs(i > 0 ? ",\n{x:" : "{x:", out);
    page_put_text(out, drawing_x_label(w->arena, chart));
    fputs(",y:", out);
    page_put_text(out, drawing_y_label(w->arena, chart));
    fprintf(out, ",phase:%s,curves:[\n", chart->is_phase ? "true" : "false");
    for (int k = 0; k < chart->n_curves; k++) {
      if (k > 0) fputs(",\n", out);
      put_page_curve(w, chart, k, out);
    }
    fputs("]}", out);
  }
  fputs("];\n", out);
}

static void write_title(void *context, FILE *out)
{
  const PageWriter *w = context;
  html_put(out, w->drawing->title ? w->drawing->title : "plot");
}

static void page_write_picture(void *context, FILE *out)
{
  const PageWriter *w = context;
  svg_write(w->arena, w->drawing, out);
}

bool page_write(Session *s, const Drawing *drawing, FILE *out)
{
  assert(drawing->n_charts > 0);
  const char *data = data_folder_find(s);
  const char *text = data ? template_read(s, data, PAGE_TEMPLATE) : NULL;
  const char *style = text ? template_read(s, data, "chart.css") : NULL;
  const char *script = style ? template_read(s, data, "chart.js") : NULL;
  if (!script) return false;
  PageWriter w = {s->session_arena, drawing};
  const TemplateHole holes[] = {{"TITLE", write_title, &w, NULL},
                                {"HEADING", write_title, &w, NULL},
                                {"PICTURE", page_write_picture, &w, NULL},
                                {"DATA", write_data, &w, NULL},
                                {"CHART_STYLE", NULL, NULL, style},
                                {"CHART_SCRIPT", NULL, NULL, script}};
  return template_write(s, PAGE_TEMPLATE, text, holes,
                        (int)(sizeof holes / sizeof holes[0]), out);
}
