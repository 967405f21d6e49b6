/* target_tools.c: see target_tools.h. */
#define _POSIX_C_SOURCE 200809L
#include "emit/package/target_tools.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emit/package/tool.h"

/* Python says where its package is; a path with blanks is not taken. */
static const char *zig_of_python(Session *s, Arena *arena)
{
  static const char *const python[] = {"python3", "python"};
  for (size_t k = 0; k < sizeof python / sizeof python[0]; k++) {
    if (!tool_can_run(s, python[k])) continue;
    Tool tool = {.s = s, .folder = "/"};
    tool_add(&tool, python[k]);
    tool_add(&tool, "-c");
    tool_add(&tool, "import ziglang, os; print(os.path.join(os.path.dirname("
                    "ziglang.__file__), 'zig'), end='')");
    const char *path = tool_output(&tool);
    if (path && path[0] == '/' && !strpbrk(path, " \n") &&
        tool_can_run(s, path)) {
      return arena_copy_text(arena, path, strlen(path));
    }
  }
  return NULL;
}

const char *target_zig(Session *s, Arena *arena)
{
  const char *named = getenv("FOUCAULT_ZIG");
  if (named && named[0]) return named;
  if (tool_can_run(s, "zig")) return "zig";
  return zig_of_python(s, arena);
}

TargetTools target_tools(Session *s, const Target *target, int part,
                         Arena *arena)
{
  assert(target->triplet && part >= 0 && part < target_parts(target));
  ArenaMark mark = arena_mark(session_scratch(s));
  const char *gcc = arena_printf(arena, "%s-gcc", target->triplet);
  TargetTools tools = {gcc, arena_printf(arena, "%s-ar", target->triplet)};
  const char *zig = tool_can_run(s, gcc) ? NULL : target_zig(s, arena);
  if (zig && target->zig[part]) {
    tools.compiler =
        arena_printf(arena, "%s cc -target %s", zig, target->zig[part]);
    tools.archiver = arena_printf(arena, "%s ar", zig);
  }
  arena_release(mark);
  return tools;
}
