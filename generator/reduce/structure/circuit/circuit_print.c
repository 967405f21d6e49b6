/* circuit_print.c: one line per branch, loop and cutset. */
#include "reduce/structure/circuit/circuit_print.h"

static void circuit_print_set(const Circuit *c, const char *word,
                              const CircuitSet *set, FILE *out)
{
  fprintf(out, "  %s:", word);
  for (int k = 0; k < set->n_branches; k++) {
    fprintf(out, " %s", c->branch[set->branch[k]].name);
  }
  fputc('\n', out);
}

void circuit_print(const Circuit *c, FILE *out)
{
  static const char *const kind[N_BRANCH_KINDS] = {
      [BRANCH_CAPACITOR] = "capacitor",
      [BRANCH_VOLTAGE] = "voltage source",
      [BRANCH_RESISTOR] = "resistor",
      [BRANCH_INDUCTOR] = "inductor",
      [BRANCH_CURRENT] = "current source"};
  fprintf(out, "circuit of %d nodes, %d unknown potentials\n", c->n_nodes,
          c->n_potentials);
  for (int k = 0; k < c->n_branches; k++) {
    const CircuitBranch *b = &c->branch[k];
    fprintf(out, "  %s: %s from %d to %d\n", b->name,
            b->is_ground ? "ground" : kind[b->kind], b->from, b->to);
  }
  for (int k = 0; k < c->n_loops; k++)
    circuit_print_set(c, "loop", &c->loop[k], out);
  for (int k = 0; k < c->n_cutsets; k++) {
    circuit_print_set(c, "cutset", &c->cutset[k], out);
  }
  if (c->left_out) fprintf(out, "  left out: %s\n", c->left_out);
}
