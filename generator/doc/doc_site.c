/* doc_site.c: see doc_site.h. */
#define _POSIX_C_SOURCE 200809L
#include "doc/doc_site.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/temporary.h"
#include "base/text/json_text.h"
#include "doc/doc_address.h"
#include "doc/doc_icon.h"
#include "doc/doc_older.h"
#include "doc/doc_page.h"
#include "emit/package/data_folder.h"
#include "emit/text/template.h"
#include "emit/text/write_file.h"
#include "face/icon_svg.h"
#include "flatten/flat/fault.h"

typedef struct SiteWriter {
  Session *s;
  const DocTree *tree;
  DocAddresses addresses;
  DocumentationPlaces places;
  const char *folder; /* while it is written */
  DocSite *site;
} SiteWriter;

/* --- files --- */

static FILE *doc_open(const SiteWriter *w, const char *name)
{
  const char *path =
      arena_printf(session_scratch(w->s), "%s/%s", w->folder, name);
  FILE *out = fopen(path, "wb");
  if (!out) write_file_failed(w->s, path);
  return out;
}

static bool doc_close(const SiteWriter *w, FILE *out, const char *name)
{
  bool good = !ferror(out);
  good = fclose(out) == 0 && good;
  return good || write_file_failed(w->s, name);
}

static bool write_template(const SiteWriter *w, const char *data,
                           const char *name)
{
  const char *text = template_read(
      w->s, data, arena_printf(session_scratch(w->s), "doc/%s", name));
  FILE *out = text ? doc_open(w, name) : NULL;
  if (!out) return false;
  fputs(text, out);
  return doc_close(w, out, name);
}

/* --- pages --- */

static bool doc_write_icon(SiteWriter *w, DocClass *c,
                           const DocMembers *members)
{
  const Icon *icon = doc_icon(w->tree, c, members);
  if (!icon) return true;
  const char *name =
      arena_printf(session_scratch(w->s), "icons/%s.svg", c->file);
  FILE *out = doc_open(w, name);
  if (!out) return false;
  icon_svg_write(icon, icon_drawn_box(icon), out);
  c->has_icon = true;
  w->site->n_icons++;
  return doc_close(w, out, name);
}

static bool doc_write_page(const SiteWriter *w, const DocClass *c,
                           const DocMembers *members)
{
  const char *name = arena_printf(session_scratch(w->s), "%s.html", c->file);
  FILE *out = doc_open(w, name);
  if (!out) return false;
  doc_page_put(&(DocPage){.tree = w->tree,
                          .places = &w->places,
                          .c = c,
                          .members = members,
                          .out = out});
  return doc_close(w, out, name);
}

static void doc_report_cut(const SiteWriter *w, const DocClass *c)
{
  Diagnostic *d = fault_error(
      w->addresses.f->faults, c->ast->name_span, E122,
      "'%s' has more than %d base classes, each way to one counted, or %d of "
      "them differ, or they are nested too deep: its page is cut",
      c->full_name, w->s->limit[LIMIT_INHERITED], DOC_MOST_BASES);
  if (d)
    diagnostic_note(w->s, d, NO_SPAN,
                    "--limit inherited=N and bases=N let it have more");
}

/* Icons first: pages show those of other classes. */
static bool doc_write_classes(SiteWriter *w)
{
  bool good = true;
  for (int pass = 0; pass < 2 && good; pass++) {
    for (int k = 0; k < w->tree->n && good; k++) {
      ArenaMark mark = arena_mark(session_scratch(w->s));
      DocClass *c = &w->tree->item[k];
      DocMembers members = doc_members(w->tree, c);
      if (members.is_cut) doc_report_cut(w, c);
      good = pass == 0 ? doc_write_icon(w, c, &members)
                       : doc_write_page(w, c, &members);
      arena_release(mark);
    }
  }
  return good;
}

static bool doc_write_index(const SiteWriter *w)
{
  FILE *out = doc_open(w, "index.html");
  if (!out) return false;
  doc_page_begin(out, "Libraries", -1);
  fputs("<h1>Libraries</h1>\n<div class=\"scroll\"><table class=\"classes\">\n",
        out);
  for (int k = 0; k < w->tree->n; k++) {
    const DocClass *c = &w->tree->item[k];
    if (c->parent < 0) doc_page_put_row(out, c, c->full_name);
  }
  fputs("</table></div>\n", out);
  doc_page_put_faults(out, w->tree, -1);
  doc_page_end(out);
  return doc_close(w, out, "index.html");
}

/* [name, parent, kind, page, description], a class a line; protected ones have
 * one more, 1. */
static bool doc_write_tree(const SiteWriter *w)
{
  FILE *out = doc_open(w, DOC_TREE_FILE);
  if (!out) return false;
  fputs(DOC_TREE_BEGIN, out);
  for (int k = 0; k < w->tree->n; k++) {
    const DocClass *c = &w->tree->item[k];
    fputc('[', out);
    json_write_string(out, doc_tree_short(c));
    fprintf(out, ",%d,", c->parent);
    json_write_string(out, doc_tree_kind(c->ast));
    fputc(',', out);
    json_write_string(out, c->file);
    fputc(',', out);
    json_write_string(out, doc_tree_text(c->ast->comment));
    fputs(c->is_protected ? ",1],\n" : "],\n", out);
  }
  fputs("];\n", out);
  return doc_close(w, out, DOC_TREE_FILE);
}

/* --- the folder --- */

/* "site/" and "site" are the same folder. */
static const char *without_slash(Session *s, const char *path)
{
  size_t n = strlen(path);
  while (n > 1 && path[n - 1] == '/') n--;
  return arena_copy_text(s->session_arena, path, n);
}

/* The new folder takes the place; the old one goes with the temporary files. */
static bool doc_publish(Session *s, const char *from, const char *path)
{
  const char *away = temporary_folder_beside(s, path);
  struct stat info;
  if (!away) return false;
  const char *old = arena_printf(s->session_arena, "%s/old", away);
  bool is_there = lstat(path, &info) == 0;
  if (is_there && rename(path, old) != 0) return write_file_failed(s, path);
  if (rename(from, path) == 0) return true;
  int error = errno;
  if (is_there) rename(old, path);
  errno = error;
  return write_file_failed(s, path);
}

static bool doc_write_all(SiteWriter *w)
{
  static const char *const folder[] = {"icons", "pictures"};
  const char *data = data_folder_find(w->s);
  if (!data) return false;
  for (int k = 0; k < 2; k++) {
    const char *path =
        arena_printf(w->s->session_arena, "%s/%s", w->folder, folder[k]);
    if (mkdir(path, 0777) != 0) return write_file_failed(w->s, path);
  }
  return write_template(w, data, "doc.css") &&
         write_template(w, data, "doc.js") && doc_write_classes(w) &&
         doc_write_index(w) && doc_write_tree(w);
}

bool doc_site_write(const DocTree *tree, const Flattening *f, const char *path,
                    DocSite *site)
{
  Session *s = f->s;
  assert(tree->n > 0);
  *site = (DocSite){.n_classes = tree->n};
  path = without_slash(s, path);
  if (!doc_older_may_go(s, path)) return false;
  const char *above = temporary_folder_beside(s, path);
  if (!above) return false;
  SiteWriter w = {.s = s,
                  .tree = tree,
                  .folder = arena_printf(s->session_arena, "%s/site", above),
                  .site = site};
  if (mkdir(w.folder, 0777) != 0) return write_file_failed(s, w.folder);
  w.places = doc_addresses_begin(&w.addresses, tree, f, w.folder);
  if (!doc_write_all(&w)) return false;
  site->n_pictures = w.addresses.n_pictures;
  return doc_publish(s, w.folder, path);
}
