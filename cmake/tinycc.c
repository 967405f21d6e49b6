/* tinycc.c: TinyCC as one unit, its sources and one more function. */
#include "libtcc.c"

#include "emit/fast/tinycc_files.h"

const char *const *tinycc_files(struct TCCState *tcc, int *n)
{
  *n = tcc->nb_target_deps;
  return (const char *const *)tcc->target_deps;
}
