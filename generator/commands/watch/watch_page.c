/* watch_page.c: see watch_page.h. */
#define _POSIX_C_SOURCE 200809L
#include "commands/watch/watch_page.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "base/temporary.h"
#include "base/text/json_text.h"
#include "emit/package/data_folder.h"
#include "emit/text/read_file.h"
#include "emit/text/template.h"
#include "emit/text/write_file.h"
#include "report/html_text.h"

static bool is_html(const char *path)
{
  size_t n = strlen(path);
  return n > 5 && strcmp(path + n - 5, ".html") == 0;
}

static void write_name(void *context, FILE *out)
{
  html_put(out, ((const WatchPage *)context)->title);
}

static void watch_page_write_run(void *context, FILE *out)
{
  fprintf(out, "%d", ((const WatchPage *)context)->run);
}

/* The name of the script as an address, in quotes. */
static void watch_page_write_source(void *context, FILE *out)
{
  const WatchPage *page = context;
  assert(page->beside);
  const char *slash = strrchr(page->beside, '/');
  fputc('"', out);
  for (const char *c = slash ? slash + 1 : page->beside; *c; c++) {
    bool is_plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                    (*c >= '0' && *c <= '9') || strchr("-._~", *c);
    fprintf(out, is_plain ? "%c" : "%%%02X", (unsigned char)*c);
  }
  fputc('"', out);
}

/* The file while it is written; NULL after E501. */
static FILE *page_open(WatchPage *page, const char *path, const char **partial)
{
  *partial = temporary_beside(page->s, path);
  FILE *out = *partial ? fopen(*partial, "w") : NULL;
  if (*partial && !out) write_file_failed(page->s, path);
  return out;
}

static bool page_close(WatchPage *page, FILE *out, const char *partial,
                       const char *path, bool good)
{
  bool is_whole = !ferror(out);
  is_whole = fclose(out) == 0 && is_whole;
  if (!is_whole) return write_file_failed(page->s, path);
  return good && temporary_publish(page->s, partial, path);
}

static bool watch_page_put_script(WatchPage *page, const char *data, FILE *out)
{
  const char *text = template_read(page->s, data, "watch.js.in");
  const TemplateHole holes[] = {
      {"DRAWN", watch_page_write_run, page, NULL},
      {"SOURCE", watch_page_write_source, page, NULL}};
  fputs("<script>\n", out);
  bool good =
      text && template_write(page->s, "watch.js.in", text, holes, 2, out);
  fputs("</script>\n", out);
  return good;
}

/* The script goes before the end of the body. */
static bool put_page(WatchPage *page, const char *data, const FileBytes *drawn,
                     FILE *out)
{
  const char *end = drawn->bytes, *next = end;
  while ((next = strstr(next, "</body>"))) end = next++;
  if (end == drawn->bytes) end += drawn->size;
  size_t n = (size_t)(end - drawn->bytes);
  fwrite(drawn->bytes, 1, n, out);
  bool good = watch_page_put_script(page, data, out);
  fwrite(end, 1, drawn->size - n, out);
  return good;
}

static bool write_page(WatchPage *page, const FileBytes *drawn)
{
  const char *data = data_folder_find(page->s), *partial;
  FILE *out = data ? page_open(page, page->path, &partial) : NULL;
  if (!out) return false;
  bool good = put_page(page, data, drawn, out);
  return page_close(page, out, partial, page->path, good);
}

/* The page before the first picture. */
static bool write_empty(WatchPage *page)
{
  const char *data = data_folder_find(page->s);
  const char *text =
      data ? template_read(page->s, data, "watch.html.in") : NULL;
  const TemplateHole holes[] = {{"TITLE", write_name, page, NULL},
                                {"HEADING", write_name, page, NULL}};
  FILE *out = text ? fopen(page->drawn, "w") : NULL;
  if (!out) return text && write_file_failed(page->s, page->drawn);
  bool good = template_write(page->s, "watch.html.in", text, holes, 2, out);
  good = fclose(out) == 0 && good;
  FileBytes bytes;
  return good && read_file(session_scratch(page->s), page->drawn, &bytes) &&
         write_page(page, &bytes);
}

static bool write_beside(WatchPage *page, const char *error)
{
  const char *partial;
  FILE *out = page_open(page, page->beside, &partial);
  if (!out) return false;
  fprintf(out, "foucaultWatch(%d, ", page->run);
  json_write_string(out, error);
  fputs(");\n", out);
  return page_close(page, out, partial, page->beside, true);
}

/* Without the colours of a terminal, in place. */
static const char *plain(char *text)
{
  char *to = text;
  for (const char *c = text; *c; c++) {
    if (*c != '\033') {
      *to++ = *c;
      continue;
    }
    c += strspn(c, "\033[0123456789;");
    if (!*c) break;
  }
  *to = '\0';
  return text;
}

bool watch_page_begin(WatchPage *page, Session *s, const char *plot_file,
                      const char *title)
{
  assert(title);
  *page = (WatchPage){.s = s};
  if (!plot_file || !is_html(plot_file)) return true;
  const char *folder = temporary_folder(s);
  if (!folder) return false;
  page->path = plot_file;
  page->title = title;
  page->drawn = arena_printf(s->session_arena, "%s/plot.html", folder);
  page->said = arena_printf(s->session_arena, "%s/messages", folder);
  page->beside = arena_printf(s->session_arena, "%s.watch.js", plot_file);
  return true;
}

bool watch_page_show(WatchPage *page, int run, bool is_good)
{
  assert(page->path && run > page->run);
  Arena *scratch = session_scratch(page->s);
  ArenaMark mark = arena_mark(scratch);
  FileBytes bytes;
  const char *error = "";
  bool good = true;
  if (is_good && read_file(scratch, page->drawn, &bytes)) {
    page->run = run;
    good = write_page(page, &bytes);
  } else {
    error = "The run has failed.";
    if (read_file(scratch, page->said, &bytes) && bytes.size > 0)
      error = plain(bytes.bytes);
    if (page->run == 0) good = write_empty(page);
  }
  good = good && write_beside(page, error);
  arena_release(mark);
  return good;
}

void watch_page_end(WatchPage *page)
{
  if (page->path) unlink(page->beside);
}
