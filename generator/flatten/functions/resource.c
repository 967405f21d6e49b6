/* resource.c: see resource.h. */
#define _POSIX_C_SOURCE 200809L
#include "flatten/functions/resource.h"
#include "base/text/path.h"
#include "flatten/instances/scope.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files_seen.h"
#include "base/system/inside.h"
#include "base/vector.h"
#include "flatten/functions/file_place.h"

static const char modelica_scheme[] = "modelica://", file_scheme[] = "file://";

static bool resource_begins(const char *text, const char *with)
{
  return strncmp(text, with, strlen(with)) == 0;
}

/* --- paths --- */

const char *resource_absolute(const Flattening *f, const char *path, size_t n)
{
  Arena *arena = f->s->flat_arena;
  char here[4096];
  if (n > 0 && path_is_absolute(path)) return arena_copy_text(arena, path, n);
  if (!getcwd(here, sizeof here)) return ".";
  if (n == 0) return arena_copy_text(arena, here, strlen(here));
  return arena_printf(arena, "%s/%.*s", here, (int)n, path);
}

const char *resource_folder_of(const Flattening *f, Span span)
{
  const char *path = session_source(f->s, span.source)->path;
  const char *slash = strrchr(path, '/');
  return resource_absolute(f, path, slash ? (size_t)(slash - path) : 0);
}

/* Relative ones are of no use to the C compiler, which runs elsewhere. */
const char *resource_library_folder(const Flattening *f, const InstClass *c)
{
  const char *folder =
      c && c->ast && c->ast->place ? library_folder(f->library, c->ast) : NULL;
  return folder ? resource_absolute(f, folder, strlen(folder)) : NULL;
}

/* The path of modelica://Library/path; NULL: no such library. */
static const char *library_path(const Flattening *f, const char *address,
                                const char *beside)
{
  assert(resource_begins(address, modelica_scheme));
  const char *at = address + strlen(modelica_scheme);
  size_t n = strcspn(at, "/");
  InstClass *c = lookup_full_name(
      f->lookup, arena_copy_text(session_scratch(f->s), at, n));
  if (!c || !c->ast) return NULL;
  const char *folder = resource_library_folder(f, c);
  if (!folder) {
    folder = beside ? beside : resource_folder_of(f, c->ast->name_span);
  }
  return arena_printf(f->s->flat_arena, "%s%s", folder, at + n);
}

const char *resource_path(const Flattening *f, Span span, const char *beside,
                          const char *address)
{
  if (resource_begins(address, file_scheme))
    return address + strlen(file_scheme);
  if (!resource_begins(address, modelica_scheme)) {
    if (path_is_absolute(address)) return address;
    return arena_printf(f->s->flat_arena, "%s/%s", beside, address);
  }
  const char *path = library_path(f, address, beside);
  if (!path) {
    fault_error(f->faults, span, E220, "'%s' leads to no library that is known",
                address);
  }
  return path;
}

const char *resource_file(const Flattening *f, const char *text)
{
  if (!resource_begins(text, modelica_scheme)) return text;
  Attempt attempt;
  scope_try(&attempt, f);
  const char *path = library_path(&attempt.f, text, NULL);
  return path ? path : text;
}

/* --- loadResource() --- */

bool resource_is_function(const InstClass *function)
{
  static const char *const name[] = {
      "Modelica.Utilities.Files.loadResource",
      "ModelicaServices.ExternalReferences.loadResource"};
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) {
    if (strcmp(function->full_name, name[k]) == 0) return true;
  }
  return false;
}

/* A path that leaves its folder would leave the FMU too. */
static bool goes_up(const char *path)
{
  for (const char *at = strstr(path, "/.."); at; at = strstr(at + 1, "/..")) {
    if (at[3] == '/' || at[3] == '\0') return true;
  }
  return false;
}

static bool is_file(Session *s, const char *path)
{
  struct stat info;
  files_seen_note(s, SEEN_KIND, path);
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
         access(path, R_OK) == 0;
}

/* False after E245. */
static bool resource_keep(const Flattening *f, Span span, const char *name,
                          const char *path)
{
  FlatModel *flat = f->flat;
  if (!file_place(f, span, path)) return false;
  for (int k = 0; k < flat->n_resources; k++) {
    if (strcmp(flat->resource[k].name, name) == 0) return true;
  }
  Arena *arena = f->s->flat_arena;
  flat->resource = vector_grow(arena, flat->resource, &flat->cap_resources,
                               flat->n_resources + 1, sizeof flat->resource[0]);
  flat->resource[flat->n_resources++] =
      (FlatResource){arena_copy_text(arena, name, strlen(name)), path};
  return true;
}

static int resource_is_visible(const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

static int resource_by_bytes(const struct dirent **a, const struct dirent **b)
{
  return strcmp((*a)->d_name, (*b)->d_name);
}

static bool resource_is_folder(const Flattening *f, const char *path)
{
  struct stat info;
  files_seen_note(f->s, SEEN_KIND, path);
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode) &&
         access(path, R_OK) == 0;
}

/* The files of a folder, to which a name may be added when the model runs.
 * Folders inside are left out. False after E245. */
static bool resource_keep_folder(const Flattening *f, Span span,
                                 const char *name, const char *path)
{
  struct dirent **entry;
  if (!file_place(f, span, path)) return false;
  int n = scandir(path, &entry, resource_is_visible, resource_by_bytes);
  files_seen_obstacle(f->s, "all files of a folder are taken along");
  size_t end = strlen(name);
  bool has_slash = end > 0 && name[end - 1] == '/', good = true;
  for (int k = 0; k < n; k++) {
    Arena *arena = f->s->flat_arena;
    const char *slash = has_slash ? "" : "/", *own = entry[k]->d_name;
    const char *file = arena_printf(arena, "%s%s%s", path, slash, own);
    if (good && is_file(f->s, file))
      good = resource_keep(
          f, span, arena_printf(arena, "%s%s%s", name, slash, own), file);
    free(entry[k]);
  }
  if (n >= 0) free(entry);
  return good;
}

/* It stays where it is; what the user has named (--set) may be anywhere, and
 * a name that begins in the current folder there. */
static Value *resource_plain(const Flattening *f, Span span,
                             const FlatExpr *literal)
{
  const char *path = literal->string;
  if (resource_begins(path, file_scheme)) path += strlen(file_scheme);
  const char *absolute = resource_absolute(f, path, strlen(path));
  bool is_users = literal->span.source < 0 ||
                  (!path_is_absolute(path) && inside_folder(path, "."));
  if (!is_users && !file_place(f, span, absolute)) return NULL;
  return value_of(&f->typing, types_string(&f->typing, span, absolute));
}

Value *resource_load(const Flattening *f, Span span, Value *address)
{
  const Typing *t = &f->typing;
  const Value *known = value_constant(t, address);
  const FlatExpr *literal = known ? value_scalar(t, known) : NULL;
  if (!literal) return NULL;
  const char *text = literal->string;
  if (!resource_begins(text, modelica_scheme))
    return resource_plain(f, span, literal);
  const char *path = resource_path(f, span, NULL, text);
  if (!path) return NULL;
  const char *name = text + strlen(modelica_scheme);
  bool is_folder = !goes_up(text) && resource_is_folder(f, path);
  if (!is_folder && (goes_up(text) || !is_file(f->s, path))) {
    Diagnostic *d = fault_error(f->faults, span, E220,
                                "'%s' leads to no file that can be read", text);
    fault_note(f->faults, d, NO_SPAN, "that is %s", path);
    return NULL;
  }
  if (!(is_folder ? resource_keep_folder(f, span, name, path)
                  : resource_keep(f, span, name, path)))
    return NULL;
  return value_of(t, types_string(t, span, text));
}
