/* sources.c: which files of the runtime, and how they are built. */
#define _POSIX_C_SOURCE 200809L
#include "emit/package/sources.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "emit/text/template.h"

#define CMAKE_TEMPLATE "CMakeLists.txt.in"

/* Files that not every FMU needs. */
typedef enum SourceNeed {
  FOR_CO_SIMULATION,
  FOR_CVODE,
  FOR_IDA,
  FOR_SPARSE
} SourceNeed;

static const struct {
  const char *name;
  SourceNeed need;
} special[] = {{"integrators/block_kinsol.c", FOR_CO_SIMULATION},
               {"core/absent_libraries.c", FOR_CO_SIMULATION},
               {"carry/carried_cvode.c", FOR_CVODE},
               {"carry/carried_ida.c", FOR_IDA},
               {"carry/carried_sundials.c", FOR_CO_SIMULATION},
               {"vectors/vector_pool.c", FOR_CO_SIMULATION},
               {"vectors/vector_operations.c", FOR_CO_SIMULATION},
               {"vectors/vector_short.c", FOR_CO_SIMULATION},
               {"integrators/candidate_solver.c", FOR_CVODE},
               {"integrators/candidate_sparse.c", FOR_CVODE},
               {"integrators/cvode_create.c", FOR_CVODE},
               {"integrators/cvode_equations.c", FOR_CVODE},
               {"integrators/damping.c", FOR_CVODE},
               {"integrators/integrator_cvode.c", FOR_CVODE},
               {"integrators/integrator_ida.c", FOR_IDA},
               {"sparse/sparse_lu.c", FOR_SPARSE},
               {"sparse/sparse_order.c", FOR_SPARSE},
               {"sparse/sparse_solver.c", FOR_SPARSE}};

static bool has_need(const ReducedSystem *r, SourceNeed need)
{
  if (r->choice.exchange_only) return false;
  switch (need) {
  case FOR_CO_SIMULATION: return true;
  case FOR_CVODE: return !r->choice.ida;
  case FOR_IDA: return r->choice.ida;
  case FOR_SPARSE: return r->sparse;
  }
  return false;
}

static bool sources_is_needed(const ReducedSystem *r, const char *name)
{
  if (!r) return true;
  for (size_t k = 0; k < sizeof special / sizeof special[0]; k++) {
    if (strcmp(name, special[k].name) == 0) {
      return has_need(r, special[k].need);
    }
  }
  return true;
}

static int sources_is_visible(const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

/* alphasort() would ask the user's language; a folder and a file beside it,
 * fmi3/ and fmi3.h, are in order by their whole names alone. */
static int sources_by_bytes(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sources_add_name(Session *s, SourceNames *list, const char *name)
{
  list->name = vector_grow(s->session_arena, list->name, &list->cap_names,
                           list->n_names + 1, sizeof list->name[0]);
  list->name[list->n_names++] = name;
}

/* The files of source/ or of one of its rooms. False: it cannot be read, or is
 * not a folder. */
static bool add_files(Session *s, const char *source, const char *room,
                      const ReducedSystem *reduced, SourceNames *list)
{
  Arena *arena = s->session_arena;
  struct dirent **entry = NULL;
  const char *folder = arena_printf(arena, "%s/%s", source, room);
  int n = scandir(folder, &entry, sources_is_visible, NULL);
  for (int k = 0; k < n; k++) {
    const char *slash = room[0] ? "/" : "";
    const char *name =
        arena_printf(arena, "%s%s%s", room, slash, entry[k]->d_name);
    bool is_room = !room[0] && add_files(s, source, name, reduced, list);
    if (!is_room && sources_is_needed(reduced, name))
      sources_add_name(s, list, name);
    free(entry[k]);
  }
  free(entry);
  return n >= 0;
}

bool sources_list(Session *s, const char *data_folder,
                  const ReducedSystem *reduced, SourceNames *list)
{
  const char *folder = arena_printf(s->session_arena, "%s/source", data_folder);
  if (add_files(s, folder, "", reduced, list) && list->n_names > 0) {
    qsort(list->name, (size_t)list->n_names, sizeof list->name[0],
          sources_by_bytes);
    return true;
  }
  diagnostic_file_error(s, folder, E504, "there are no source files");
  return false;
}

bool sources_is_compiled(const char *name)
{
  size_t n = strlen(name);
  return n > 2 && strcmp(name + n - 2, ".c") == 0;
}

/* --- CMakeLists.txt --- */

static void write_files(void *context, FILE *out)
{
  const SourceNames *list = context;
  fputs("  model.c\n", out);
  for (int k = 0; k < list->n_names; k++) {
    if (sources_is_compiled(list->name[k])) {
      fprintf(out, "  %s\n", list->name[k]);
    }
  }
}

const char *sources_solvers(const ReducedSystem *r)
{
  if (r->choice.exchange_only) return "";
  if (r->sparse && r->choice.ida) {
    return "sundials_ida sundials_kinsol amd colamd suitesparseconfig";
  }
  if (r->sparse) {
    return "sundials_cvode sundials_kinsol amd colamd suitesparseconfig";
  }
  return r->choice.ida ? "sundials_ida sundials_kinsol"
                       : "sundials_cvode sundials_kinsol";
}

bool sources_write_cmake(Session *s, const char *data_folder,
                         const ReducedSystem *reduced, const SourceNames *list,
                         FILE *out)
{
  assert(list->n_names > 0);
  const char *text = template_read(s, data_folder, CMAKE_TEMPLATE);
  const TemplateHole holes[] = {
      {"IDENTIFIER", NULL, NULL, reduced->identifier},
      {"FILES", write_files, (void *)list, NULL},
      {"SOLVERS", NULL, NULL, sources_solvers(reduced)},
  };
  return text && template_write(s, CMAKE_TEMPLATE, text, holes,
                                (int)(sizeof holes / sizeof holes[0]), out);
}
