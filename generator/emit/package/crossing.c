/* crossing.c: see crossing.h. */
#include "emit/package/crossing.h"

#include "emit/package/sources.h"

enum { MOST_NAMED = 4 };

/* "f, g and 2 more", of the external functions that are called. */
static const char *crossing_names(Session *s, const FunctionTable *table)
{
  Arena *arena = s->session_arena;
  const char *names = "";
  int n = 0;
  for (int k = 0; k < table->n_functions; k++) {
    if (!table->function[k]->is_external) continue;
    if (n < MOST_NAMED)
      names = arena_printf(arena, "%s%s%s", names, n > 0 ? ", " : "",
                           table->function[k]->name);
    n++;
  }
  if (n <= MOST_NAMED) return names;
  return arena_printf(arena, "%s and %d more", names, n - MOST_NAMED);
}

static bool crossing_has_libraries(Session *s, const Target *target,
                                   const FunctionTable *table)
{
  for (int k = 0; k < table->n_libraries; k++) {
    const char *library = table->library[k];
    if (sources_is_compiled(library)) continue;
    Diagnostic *d = diagnostic_error(
        s, NO_SPAN, E507,
        "--target %s: the model calls external functions of %s, which is "
        "compiled for this machine",
        target->triplet, library);
    diagnostic_note(s, d, NO_SPAN, "its external functions: %s",
                    crossing_names(s, table));
    return false;
  }
  return true;
}

bool crossing_check(Session *s, const Target *target,
                    const FunctionTable *functions)
{
  return !functions || crossing_has_libraries(s, target, functions);
}
