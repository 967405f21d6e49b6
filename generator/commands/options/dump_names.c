/* dump_names.c: stages of compile.c around the table of passes. */
#include "commands/options/dump_names.h"

#include <assert.h>
#include <stddef.h>

#include "reduce/passes.h"

static const char *const before[] = {"parse", "flatten", "lower"};
static const char *const after[] = {"reduce", "c"};

enum {
  N_BEFORE = sizeof before / sizeof before[0],
  N_AFTER = sizeof after / sizeof after[0]
};

const char *dump_name(int k)
{
  assert(k >= 0);
  if (k < N_BEFORE) return before[k];
  k -= N_BEFORE;
  if (k < n_reduce_passes) return reduce_pass[k].name;
  k -= n_reduce_passes;
  return k < N_AFTER ? after[k] : NULL;
}
