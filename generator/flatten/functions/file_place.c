/* file_place.c: see file_place.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "flatten/functions/file_place.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/inside.h"
#include "base/text/path.h"

/* The folder that a file of the user is in. */
static bool is_beside_source(const Flattening *f, const char *path)
{
  Arena *scratch = session_scratch(f->s);
  for (int k = 0; k < f->s->n_sources; k++) {
    const char *source = f->s->source[k]->path;
    const char *slash = strrchr(source, '/');
    const char *folder =
        slash ? arena_printf(scratch, "%.*s/", (int)(slash - source), source)
              : ".";
    if (inside_folder(path, folder)) return true;
  }
  return false;
}

static void file_place_refuse(const Flattening *f, Span span, const char *path)
{
  Diagnostic *d = fault_error(
      f->faults, span, E245,
      "'%s' is neither in the folder of the model nor in that of a library",
      path);
  char *real = realpath(path, NULL);
  char *slash = real ? strrchr(real, '/') : NULL;
  if (slash) {
    fault_note(f->faults, d, NO_SPAN, "that is %s", real);
    slash[slash == real] = '\0';
    fault_note(f->faults, d, NO_SPAN, "--allow-path %s permits it", real);
  }
  free(real);
}

bool file_place(const Flattening *f, Span span, const char *path)
{
  assert(path);
  if (access(path, F_OK) != 0) return true;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  bool good = library_allows(f->library, path) || is_beside_source(f, path);
  arena_release(mark);
  if (!good) file_place_refuse(f, span, path);
  return good;
}

/* --- #include --- */

static bool leads_up(const char *name)
{
  const char *at = name;
  while ((at = strstr(at, ".."))) {
    if ((at == name || at[-1] == '/') && (at[2] == '/' || !at[2])) return true;
    at += 2;
  }
  return false;
}

/* A name that leads up from no folder of headers would be looked for where the
 * C compiler happens to run. */
static bool refuse_lost(const Flattening *f, Span span, const char *name)
{
  Diagnostic *d = fault_error(f->faults, span, E245,
                              "'%s' leads to no file from the folders of the "
                              "model's headers",
                              name);
  fault_note(f->faults, d, NO_SPAN,
             "these are the folder of the model's file and "
             "IncludeDirectory (section 12.9.4)");
  return false;
}

static bool include_is_placed(const Flattening *f, Span span, const char *name,
                              const FlatTexts *folders)
{
  if (path_is_absolute(name)) return file_place(f, span, name);
  if (!leads_up(name)) return true;
  bool is_found = false;
  for (int k = 0; k < folders->n_items; k++) {
    const char *path =
        arena_printf(session_scratch(f->s), "%s/%s", folders->item[k], name);
    if (!file_place(f, span, path)) return false;
    is_found |= access(path, F_OK) == 0;
  }
  return is_found || refuse_lost(f, span, name);
}

bool file_place_included(const Flattening *f, Span span, const char *text,
                         const FlatTexts *folders)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  bool good = true;
  for (const char *at = strchr(text, '#'); at && good; at = strchr(at, '#')) {
    at++;
    at += strspn(at, " \t");
    if (strncmp(at, "include", 7) != 0) continue;
    at += 7;
    at += strspn(at, " \t");
    if (*at != '"' && *at != '<') continue;
    const char *name = at + 1;
    size_t n = strcspn(name, *at == '"' ? "\"\n" : ">\n");
    good = include_is_placed(
        f, span, arena_copy_text(session_scratch(f->s), name, n), folders);
  }
  arena_release(mark);
  return good;
}
