/* doc_address.c: see doc_address.h. */
#define _POSIX_C_SOURCE 200809L
#include "doc/doc_address.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/system/inside.h"
#include "emit/text/read_file.h"

/* --- classes --- */

static bool is_anchor(const char *text)
{
  size_t n = 0;
  for (; text[n]; n++) {
    if (!isalnum((unsigned char)text[n]) && !strchr("_.:-", text[n]))
      return false;
  }
  return n > 0 && n <= 100;
}

/* Is there id="place" or name="place" in a text of the class? */
static bool doc_has_anchor(const DocClass *c, const char *place)
{
  static const char *const where[] = {"info", "revisions"};
  size_t n = strlen(place);
  for (size_t k = 0; k < sizeof where / sizeof where[0]; k++) {
    const char *text = doc_tree_documentation(c, where[k]), *at = text;
    for (; (at = strstr(at, place)) != NULL; at += n) {
      if (at > text && strchr("=\"'", at[-1]) && strchr("\"' />", at[n]))
        return true;
    }
  }
  return false;
}

/* What editors call the views of a class, and where a page has them. */
static const char *doc_view(const DocClass *c, const char *word)
{
  static const char *const view[][2] = {{"info", "info"},
                                        {"revisions", "revisions"},
                                        {"text", "text"},
                                        {"icon", "icon"},
                                        {"diagram", "icon"}};
  for (size_t k = 0; k < sizeof view / sizeof view[0]; k++) {
    if (strcmp(word, view[k][0]) != 0) continue;
    bool is_text = k < 2; /* it is there only if the class has it */
    return !is_text || *doc_tree_documentation(c, word) ? view[k][1] : NULL;
  }
  return NULL;
}

/* A place that the page does not have is the page. */
static void doc_put_place(const DocClass *c, const char *place, FILE *out)
{
  assert(c && out);
  if (!is_anchor(place)) return;
  const char *view = doc_view(c, place);
  if (doc_has_anchor(c, place))
    fprintf(out, "#i-%s", place);
  else if (view)
    fprintf(out, "#%s", view);
}

static bool doc_put_link(void *context, const char *address, FILE *out)
{
  const DocAddresses *a = context;
  assert(a->tree);
  size_t n = strcspn(address, "#?/");
  while (n > 0 && address[n - 1] == ' ') n--;
  Name name = session_name_n(a->tree->f->s, address, n);
  const DocClass *c = doc_tree_find(a->tree, name);
  const char *rest = address + strcspn(address, "#?/");
  if (!c || *rest == '/') return false;
  fprintf(out, "%s.html", c->file);
  if (*rest == '#') doc_put_place(c, rest + 1, out);
  return true;
}

/* --- pictures --- */

static bool doc_is_picture(const char *path)
{
  static const char *const kinds[] = {".png", ".jpg",  ".jpeg",
                                      ".gif", ".webp", ".svg"};
  const char *dot = strrchr(path, '.');
  for (size_t k = 0; dot && k < sizeof kinds / sizeof kinds[0]; k++) {
    if (strcasecmp(dot, kinds[k]) == 0) return true;
  }
  return false;
}

/* "Resources/Images/a.png": plain names with slashes between. */
static bool doc_is_plain_path(const char *path)
{
  if (!*path || *path == '/' || strlen(path) > 300) return false;
  for (const char *c = path; *c; c++) {
    bool begins = c == path || c[-1] == '/';
    if (begins && (*c == '.' || *c == '/')) return false;
    if (!isalnum((unsigned char)*c) && !strchr("._-/ +()", *c)) return false;
  }
  return true;
}

static bool doc_copy(const DocAddresses *a, const char *from, const char *to)
{
  struct stat info;
  FileBytes bytes;
  Arena *scratch = session_scratch(a->tree->f->s);
  if (stat(from, &info) != 0 || !S_ISREG(info.st_mode) ||
      info.st_size > DOC_MOST_BYTES || !read_file(scratch, from, &bytes))
    return false;
  FILE *out = fopen(arena_printf(scratch, "%s/%s", a->site, to), "wb");
  if (!out) return false;
  bool good = fwrite(bytes.bytes, 1, bytes.size, out) == bytes.size;
  return fclose(out) == 0 && good;
}

/* Modelica/Resources/Images/a.png: the class, then a path in its folder. */
static const char *doc_take_picture(DocAddresses *a, const char *address)
{
  Session *s = a->tree->f->s;
  size_t n = strcspn(address, "/");
  const DocClass *c = doc_tree_find(a->tree, session_name_n(s, address, n));
  const char *path = address[n] ? address + n + 1 : "";
  if (!c || !doc_is_plain_path(path) || !doc_is_picture(path)) return "";
  const char *folder = library_folder(a->f->library, c->ast);
  const char *from =
      folder ? arena_printf(session_scratch(s), "%s/%s", folder, path) : NULL;
  if (!from || !inside_folder(from, folder)) return "";
  const char *dot = strrchr(path, '.');
  const char *to =
      arena_printf(a->tree->arena, "pictures/%d%s", a->n_pictures + 1, dot);
  if (!doc_copy(a, from, to)) return "";
  a->n_pictures++;
  return to;
}

static bool doc_put_picture(void *context, const char *address, FILE *out)
{
  DocAddresses *a = context;
  Name key = session_name(a->tree->f->s, address);
  const char *to = name_map_find(&a->copied, 0, key);
  if (!to) {
    ArenaMark mark = arena_mark(session_scratch(a->tree->f->s));
    to = doc_take_picture(a, address);
    arena_release(mark);
    name_map_add(&a->copied, 0, key, (void *)to);
  }
  fputs(to, out);
  return *to != '\0';
}

DocumentationPlaces doc_addresses_begin(DocAddresses *a, const DocTree *tree,
                                        const Flattening *f, const char *site)
{
  assert(site);
  *a = (DocAddresses){.tree = tree, .f = f, .site = site};
  name_map_init(&a->copied, tree->arena);
  return (DocumentationPlaces){a, doc_put_link, doc_put_picture};
}
