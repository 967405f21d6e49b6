/* fast_link.c: emit/fast/fast_link.h on Windows: TinyCC is not in the program
 * there, so nobody calls it. */
#include "emit/fast/fast_link.h"

bool fast_link(Arena *arena, const FileBytes *runtime, const FileBytes *object,
               FileBytes *library, const char **reason)
{
  (void)arena, (void)runtime, (void)object, (void)library;
  *reason = "there is no linker for Windows in the program";
  return false;
}
