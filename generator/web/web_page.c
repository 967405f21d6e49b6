/* web_page.c: fills the template of a page. */
#define _POSIX_C_SOURCE 200809L
#include "web/web_page.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/temporary.h"
#include "emit/package/data_folder.h"
#include "emit/text/template.h"
#include "emit/text/write_file.h"
#include "fmu_file/archive.h"
#include "report/html_text.h"
#include "web/shape.h"
#include "web/web_data.h"

#define WEB_TEMPLATE "page/page.html.in"
#define WEB_FOLDER "binaries/wasm32-wasi"
#define WEB_RESOURCES "resources/"
#define EXPLANATION "documentation/index.html"

enum { MOST_EXPLANATION = 100000000, N_PARTS = 9 };

/* Style and scripts, each a file of templates/. */
static const char *const part_file[N_PARTS] = {
    "chart.css",       "page/page.css", "page/system.js",
    "page/engine.js",  "chart.js",      "page/results.js",
    "page/picture.js", "page/panel.js", "page/main.js"};
static const char *const part_hole[N_PARTS] = {
    "CHART_STYLE", "PAGE_STYLE", "SYSTEM", "ENGINE", "CHART",
    "RESULTS",     "PICTURE",    "PANEL",  "MAIN"};

/* One that the model reads; its name is in the data. */
typedef struct WebFile {
  const char *bytes; /* deflated */
  size_t size;       /* 0: the file is empty */
} WebFile;

typedef struct WebWriter {
  Session *s;
  WebData data;
  const char *module; /* deflated */
  size_t module_size;
  WebFile *file;           /* data.n_files */
  const char *explanation; /* NULL: there is none */
} WebWriter;

/* --- holes --- */

static void write_web_title(void *context, FILE *out)
{
  const WebWriter *w = context;
  html_put(out, w->data.description->model_name);
}

static void write_web_description(void *context, FILE *out)
{
  const WebWriter *w = context;
  const char *text = w->data.description->description;
  if (!text || !text[0]) return;
  fputs("<p>", out);
  html_put(out, text);
  fputs("</p>\n", out);
}

static void write_web_data(void *context, FILE *out)
{
  const WebWriter *w = context;
  web_data_write(out, &w->data);
}

static void write_web_module(void *context, FILE *out)
{
  const WebWriter *w = context;
  web_data_base64(out, w->module, w->module_size);
}

static void write_web_files(void *context, FILE *out)
{
  const WebWriter *w = context;
  for (int k = 0; k < w->data.n_files; k++) {
    if (k > 0) fputc(',', out);
    web_data_base64(out, w->file[k].bytes, w->file[k].size);
  }
}

static void write_web_source(void *context, FILE *out)
{
  const WebWriter *w = context;
  const WebPage *page = w->data.page;
  if (page->n_sources == 0) return;
  fputs("<details>\n<summary>The text of the model</summary>\n", out);
  for (int k = 0; k < page->n_sources; k++) {
    fputs("<pre class=\"source\">", out);
    html_put(out, page->source[k]);
    fputs("</pre>\n", out);
  }
  fputs("</details>\n", out);
}

static void write_web_explanation(void *context, FILE *out)
{
  const WebWriter *w = context;
  if (!w->explanation) return;
  fputs("<details id=\"explained\">\n<summary>How its equations were made "
        "solvable</summary>\n<iframe title=\"How the equations were made "
        "solvable\" srcdoc=\"",
        out);
  html_put(out, w->explanation);
  fputs("\"></iframe>\n</details>\n", out);
}

static bool web_fill(const WebWriter *w, const char *data_folder, FILE *out)
{
  enum { N_OWN = 7 };
  TemplateHole holes[N_OWN + N_PARTS] = {
      {"TITLE", write_web_title, (void *)w, NULL},
      {"DESCRIPTION", write_web_description, (void *)w, NULL},
      {"DATA", write_web_data, (void *)w, NULL},
      {"MODULE", write_web_module, (void *)w, NULL},
      {"FILES", write_web_files, (void *)w, NULL},
      {"SOURCE", write_web_source, (void *)w, NULL},
      {"EXPLANATION", write_web_explanation, (void *)w, NULL}};
  for (int k = 0; k < N_PARTS; k++) {
    const char *text = template_read(w->s, data_folder, part_file[k]);
    if (!text) return false;
    holes[N_OWN + k] = (TemplateHole){part_hole[k], NULL, NULL, text};
  }
  const char *text = template_read(w->s, data_folder, WEB_TEMPLATE);
  return text &&
         template_write(w->s, WEB_TEMPLATE, text, holes, N_OWN + N_PARTS, out);
}

/* --- what is asked for --- */

/* The next name of "x,y,v:u[1,2]"; the end of it is left in *at. */
static const char *next_plotted(Session *s, const char **at)
{
  const char *begin = *at;
  int depth = 0;
  while (**at && (depth > 0 || !strchr(",:", **at))) {
    depth += (**at == '[' || **at == '(') - (**at == ']' || **at == ')');
    (*at)++;
  }
  const char *name =
      arena_copy_text(s->session_arena, begin, (size_t)(*at - begin));
  if (**at) (*at)++;
  return name;
}

static bool is_plottable(const FmuDescription *d, const char *name)
{
  int k = description_find(d, name);
  if (strcmp(name, "time") == 0) return true;
  return k >= 0 && d->variable[k].type != FMU_STRING;
}

static bool check_plots(Session *s, const FmuDescription *d,
                        const WebPage *page)
{
  for (int k = 0; k < page->n_plots; k++) {
    for (const char *at = page->plot[k]; *at;) {
      const char *name = next_plotted(s, &at);
      if (is_plottable(d, name)) continue;
      Suggestion near = suggest_for(s, name);
      for (int i = 0; i < d->n_variables; i++)
        suggest_offer(&near, d->variable[i].name);
      diagnostic_error(s, NO_SPAN, E605, "no variable '%s' to plot in %s%s",
                       name, d->model_name, suggest_text(s, &near));
      return false;
    }
  }
  return true;
}

static bool read_shapes(WebWriter *w)
{
  const WebPage *page = w->data.page;
  Shape *shape = arena_alloc(w->s->session_arena,
                             ((size_t)page->n_draws + 1) * sizeof shape[0]);
  for (int k = 0; k < page->n_draws; k++) {
    if (!shape_read(w->s, page->draw_place, page->draw[k], w->data.description,
                    &shape[k])) {
      return false;
    }
  }
  w->data.shape = shape;
  w->data.n_shapes = page->n_draws;
  return true;
}

/* --- the FMU --- */

static bool take_files(WebWriter *w, const Archive *a)
{
  Arena *arena = w->s->session_arena;
  const size_t most = (size_t)a->n_entries + 1;
  const char **names = arena_alloc(arena, most * sizeof names[0]);
  w->file = arena_alloc(arena, most * sizeof w->file[0]);
  w->data.file = names;
  for (int k = 0; k < a->n_entries; k++) {
    const char *name = a->entry[k].name;
    if (strncmp(name, WEB_RESOURCES, strlen(WEB_RESOURCES)) != 0) continue;
    if (name[strlen(name) - 1] == '/') continue;
    WebFile *file = &w->file[w->data.n_files];
    *file = (WebFile){0};
    names[w->data.n_files++] = name;
    if (a->entry[k].size == 0) continue;
    file->bytes = archive_read_deflated(w->s, a, name, &file->size);
    if (!file->bytes) return false;
  }
  return true;
}

static bool take_from(WebWriter *w, const Archive *a)
{
  const FmuDescription *d = w->data.description;
  const char *name = arena_printf(w->s->session_arena, WEB_FOLDER "/%s.wasm",
                                  d->co_simulation.identifier);
  assert(d->co_simulation.present); /* no other is asked for */
  w->module = archive_read_deflated(w->s, a, name, &w->module_size);
  if (!w->module || !take_files(w, a)) return false;
  size_t size;
  if (archive_find(a, EXPLANATION) < 0) return true;
  w->explanation = archive_read(w->s, a, EXPLANATION, MOST_EXPLANATION, &size);
  return w->explanation != NULL;
}

static bool take_parts(WebWriter *w)
{
  Archive *a = archive_open(w->s, w->data.page->fmu);
  bool good = a && take_from(w, a);
  if (a) archive_close(a);
  return good;
}

const FmuDescription *web_page_describe(Session *s, const char *fmu)
{
  size_t length;
  Archive *a = archive_open(s, fmu);
  if (!a) return NULL;
  const char *text = archive_read(s, a, "modelDescription.xml",
                                  archive_description_limit(), &length);
  archive_close(a);
  return text ? description_read(s, fmu, text, length) : NULL;
}

/* --- the file --- */

static bool web_page_fill_file(const WebWriter *w, const char *path, long *size)
{
  const char *data_folder = data_folder_find(w->s);
  FILE *out = data_folder ? fopen(path, "wb") : NULL;
  if (!data_folder) return false;
  if (!out) return write_file_failed(w->s, path);
  bool good = web_fill(w, data_folder, out);
  *size = ftell(out);
  bool written = !ferror(out);
  written = fclose(out) == 0 && written;
  if (good && !written) return write_file_failed(w->s, path);
  return good;
}

bool web_page_write(Session *s, const FmuDescription *d, const WebPage *page,
                    const char *output, long *size)
{
  assert(page->fmu && output && page->step > 0);
  WebWriter w = {.s = s, .data = {.page = page, .description = d}};
  if (!check_plots(s, d, page) || !read_shapes(&w) || !take_parts(&w))
    return false;
  const char *beside = temporary_beside(s, output);
  return beside && web_page_fill_file(&w, beside, size) &&
         temporary_publish(s, beside, output);
}
