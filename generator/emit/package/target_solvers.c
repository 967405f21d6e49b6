/* target_solvers.c: archives below a folder, or the list of sources. */
#define _XOPEN_SOURCE 700
#include "emit/package/target_solvers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vector.h"
#include "emit/package/sources.h"
#include "emit/text/read_file.h"

/* What the solvers of SUNDIALS 7 share; version 6 has no such archive. */
#define CORE_NAME "sundials_core"

/* Of the list of sources: what a model may need. */
static const char *const any_library[] = {
    CORE_NAME, "sundials_cvode", "sundials_ida",     "sundials_kinsol",
    "amd",     "colamd",         "suitesparseconfig"};

typedef struct SolverSearch {
  Session *s;
  const Target *target;
  const char *data_folder;
  Arena *arena;
  TargetSolvers *found;
} SolverSearch;

/* --- archives --- */

static void report_solver(const SolverSearch *m, const char *name)
{
  const char *triplet = m->target->triplet;
  Diagnostic *d =
      m->found->sysroot
          ? diagnostic_error(m->s, NO_SPAN, E507,
                             "no lib%s.a for %s in lib, usr/lib and the like "
                             "of %s",
                             name, triplet, m->found->sysroot)
          : diagnostic_error(m->s, NO_SPAN, E507,
                             "no lib%s.a for %s in /usr/lib/%s or /usr/%s/lib",
                             name, triplet, triplet, triplet);
  diagnostic_note(m->s, d, NO_SPAN,
                  "--target %s=FOLDER names the folder where the target's "
                  "libsundials-dev and libsuitesparse-dev were unpacked: "
                  "docs/fmi.md",
                  triplet);
  diagnostic_note(m->s, d, NO_SPAN,
                  "an FMU for Model Exchange alone (--type me) needs none");
}

/* The archive in `folder` or the part of it for the triplet; NULL: none. */
static const char *archive_in(const SolverSearch *m, const char *folder,
                              const char *name)
{
  const char *path = arena_printf(m->arena, "%s/lib%s.a", folder, name);
  if (access(path, R_OK) == 0) return path;
  path =
      arena_printf(m->arena, "%s/%s/lib%s.a", folder, m->target->triplet, name);
  return access(path, R_OK) == 0 ? path : NULL;
}

static const char *archive_below(const SolverSearch *m, const char *name)
{
  static const char *const place[] = {
      "", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"};
  const char *found = NULL;
  for (size_t k = 0; k < sizeof place / sizeof place[0] && !found; k++) {
    found = archive_in(
        m, arena_printf(m->arena, "%s%s", m->found->sysroot, place[k]), name);
  }
  return found;
}

/* Never one of this machine, which lie in /usr/lib. */
static const char *archive_usual(const SolverSearch *m, const char *name)
{
  const char *triplet = m->target->triplet;
  const char *const folder[] = {
      arena_printf(m->arena, "/usr/%s/lib", triplet),
      arena_printf(m->arena, "/usr/lib/%s", triplet),
      arena_printf(m->arena, "/usr/local/%s/lib", triplet)};
  const char *found = NULL;
  for (size_t k = 0; k < sizeof folder / sizeof folder[0] && !found; k++) {
    found = archive_in(m, folder[k], name);
  }
  return found;
}

static const char *archive_find(const SolverSearch *m, const char *name)
{
  return m->found->sysroot ? archive_below(m, name) : archive_usual(m, name);
}

static bool add_archive(SolverSearch *m, const char *name)
{
  const char *path = archive_find(m, name);
  if (!path) {
    report_solver(m, name);
    return false;
  }
  TargetSolvers *found = m->found;
  found->name = vector_grow(m->arena, found->name, &found->cap_names,
                            found->n_archives + 1, sizeof found->name[0]);
  found->archive = vector_grow(m->arena, found->archive, &found->cap_archives,
                               found->n_archives + 1, sizeof found->archive[0]);
  found->name[found->n_archives] = name;
  found->archive[found->n_archives++] = path;
  return true;
}

static bool find_sysroot(SolverSearch *m)
{
  if (!m->target->sysroot) return true;
  char *path = realpath(m->target->sysroot, NULL);
  if (!path) {
    diagnostic_file_error(m->s, m->target->sysroot, E507,
                          "the folder of --target %s cannot be read: %s",
                          m->target->triplet, strerror(errno));
    return false;
  }
  m->found->sysroot = arena_copy_text(m->arena, path, strlen(path));
  free(path);
  return true;
}

static bool find_archives(SolverSearch *m, const ReducedSystem *reduced)
{
  const char *at = sources_solvers(reduced);
  while (*at) {
    size_t n = strcspn(at, " ");
    if (!add_archive(m, arena_copy_text(m->arena, at, n))) return false;
    at += n + strspn(at + n, " ");
  }
  bool has_core = m->found->n_archives > 0 && archive_find(m, CORE_NAME);
  return !has_core || add_archive(m, CORE_NAME);
}

/* --- sources --- */

static void add_path(SolverSearch *m, SolverPaths *paths, const char *path,
                     size_t n)
{
  paths->path = vector_grow(m->arena, paths->path, &paths->cap, paths->n + 1,
                            sizeof paths->path[0]);
  paths->path[paths->n++] =
      arena_printf(m->arena, "%s/solvers/%.*s", m->data_folder, (int)n, path);
}

/* Lines "LIBRARY PATH" of the list. */
static void add_lines(SolverSearch *m, const char *library, SolverPaths *paths)
{
  size_t n = strlen(library);
  for (const char *at = m->found->list; *at;) {
    size_t length = strcspn(at, "\n");
    if (length > n + 1 && memcmp(at, library, n) == 0 && at[n] == ' ') {
      add_path(m, paths, at + n + 1, length - n - 1);
    }
    at += length + (at[length] != '\0');
  }
}

static bool read_list(SolverSearch *m)
{
  FileBytes file;
  const char *path =
      arena_printf(m->arena, "%s/solvers/sources.txt", m->data_folder);
  if (access(path, R_OK) != 0 || !read_file(m->arena, path, &file))
    return false;
  m->found->list = arena_copy_text(m->arena, file.bytes, file.size);
  return true;
}

bool target_solvers_find(Session *s, const Target *target,
                         const char *data_folder, const ReducedSystem *reduced,
                         Arena *arena, TargetSolvers *found)
{
  SolverSearch m = {s, target, data_folder, arena, found};
  *found = (TargetSolvers){0};
  if (!find_sysroot(&m)) return false;
  if (target->sysroot || !read_list(&m)) return find_archives(&m, reduced);
  add_lines(&m, "include", &found->include);
  for (size_t k = 0; k < sizeof any_library / sizeof any_library[0]; k++) {
    add_lines(&m, any_library[k], &found->source);
  }
  return true;
}
