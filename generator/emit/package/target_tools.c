/* target_tools.c: see target_tools.h. */
#define _POSIX_C_SOURCE 200809L
#include "emit/package/target_tools.h"

#include <assert.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/path.h"
#include "emit/package/data_folder.h"
#include "emit/package/tool.h"

/* As one of the words of a tool, which are parted at blanks. */
static const char *target_word(Arena *arena, const char *path)
{
  bool is_plain = !strpbrk(path, " \t");
  return arena_printf(arena, is_plain ? "%s" : "\"%s\"", path);
}

/* Of the same environment of Python as this program, which a wheel has brought
 * into its folder bin. */
static const char *zig_of_environment(Session *s, Arena *arena)
{
  const char *program = data_folder_of_program(arena);
  if (!program) return NULL;
  static const char *const places[] = {
      "lib/python3*/site-packages", "lib64/python3*/site-packages",
      "lib/python3*/dist-packages", "Lib/site-packages"}; /* Windows */
  const char *found = NULL;
  for (size_t k = 0; !found && k < sizeof places / sizeof places[0]; k++) {
    glob_t paths = {0};
    const char *pattern =
        arena_printf(arena, "%s/../%s/ziglang/zig", program, places[k]);
    if (glob(pattern, 0, NULL, &paths) == 0) {
      const char *path = paths.gl_pathv[0];
      if (tool_can_run(s, path)) found = target_word(arena, path);
    }
    globfree(&paths);
  }
  return found;
}

/* Python says where its package is. */
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
    if (path && path_is_absolute(path) && tool_can_run(s, path))
      return target_word(arena, path);
  }
  return NULL;
}

const char *target_zig(Session *s, Arena *arena)
{
  const char *named = getenv("FOUCAULT_ZIG");
  if (named && named[0])
    return tool_can_run(s, named) ? target_word(arena, named) : named;
  const char *beside = zig_of_environment(s, arena);
  if (beside) return beside;
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
