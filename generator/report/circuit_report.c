/* circuit_report.c: what the circuit consists of, what hides constraints in
 * it, and what that makes of the equations of nodal analysis. */
#include "report/circuit_report.h"

#include <assert.h>

#include "report/report.h"

enum { MOST_LISTED = 20 };

/* In step with BranchKind. */
static const char *const kind_words[N_BRANCH_KINDS] = {
    [BRANCH_CAPACITOR] = "capacitor",
    [BRANCH_VOLTAGE] = "voltage source",
    [BRANCH_RESISTOR] = "resistor",
    [BRANCH_INDUCTOR] = "inductor",
    [BRANCH_CURRENT] = "current source"};

static const char *const kind_keys[N_BRANCH_KINDS] = {
    [BRANCH_CAPACITOR] = "capacitors",
    [BRANCH_VOLTAGE] = "voltage_sources",
    [BRANCH_RESISTOR] = "resistors",
    [BRANCH_INDUCTOR] = "inductors",
    [BRANCH_CURRENT] = "current_sources"};

void circuit_report_size(Session *s, const Circuit *c, FILE *out)
{
  CircuitSize size = circuit_size(c);
  assert(size.minimal == size.given + c->n_loops + c->n_cutsets);
  fprintf(out, "nodal analysis: %s, %d with",
          report_count(s, size.given, "equation"), size.minimal);
  fprintf(out, " %s and", report_count(s, c->n_loops, "loop"));
  fprintf(out, " %s; with charges and fluxes %d and %d\n",
          report_count(s, c->n_cutsets, "cutset"), size.charge_given,
          size.charge_minimal);
}

static void circuit_report_print_set(const Circuit *c, const CircuitSet *set,
                                     FILE *out)
{
  for (int k = 0; k < set->n_branches; k++) {
    if (k == MOST_LISTED) {
      fprintf(out, " and %d more", set->n_branches - k);
      break;
    }
    assert(set->branch[k] >= 0 && set->branch[k] < c->n_branches);
    fprintf(out, "%s %s", k > 0 ? "," : "", c->branch[set->branch[k]].name);
  }
  fputc('\n', out);
}

static void print_sets(const Circuit *c, const char *title,
                       const CircuitSet *set, int n, FILE *out)
{
  for (int k = 0; k < n; k++) {
    if (k == MOST_LISTED) {
      fprintf(out, "  and %d more\n", n - k);
      break;
    }
    fprintf(out, "  %s:", title);
    circuit_report_print_set(c, &set[k], out);
  }
}

void circuit_report_text(Session *s, const Circuit *c, FILE *out)
{
  if (!c) return;
  fprintf(out, "\nCircuit\n  %s", report_count(s, c->n_nodes, "node"));
  for (int k = 0; k < N_BRANCH_KINDS; k++) {
    if (c->n_of[k] == 0) continue;
    fprintf(out, ", %s", report_count(s, c->n_of[k], kind_words[k]));
  }
  fputc('\n', out);
  print_sets(c, "loop of capacitors and voltage sources", c->loop, c->n_loops,
             out);
  print_sets(c, "cutset of inductors and current sources", c->cutset,
             c->n_cutsets, out);
  fputs(c->n_loops + c->n_cutsets > 0
            ? "  The voltages of each loop and the currents of each cutset add "
              "up to zero: constraints\n  that hide further ones, their "
              "derivatives.\n  "
            : "  Without loops of capacitors and voltage sources and without "
              "cutsets of inductors and\n  current sources no constraint is "
              "hidden.\n  ",
        out);
  circuit_report_size(s, c, out);
  if (c->left_out) fprintf(out, "  left out: %s\n", c->left_out);
}

/* --- JSON --- */

static void put_int(JsonWriter *w, const char *key, int value)
{
  json_key(w, key);
  json_int(w, value);
}

static void put_sets(JsonWriter *w, const char *key, const Circuit *c,
                     const CircuitSet *set, int n)
{
  json_key(w, key);
  json_array_begin(w);
  for (int k = 0; k < n; k++) {
    json_array_begin(w);
    for (int i = 0; i < set[k].n_branches; i++) {
      json_string(w, c->branch[set[k].branch[i]].name);
    }
    json_array_end(w);
  }
  json_array_end(w);
}

static void put_sizes(JsonWriter *w, const char *key, int given, int minimal)
{
  json_key(w, key);
  json_object_begin(w);
  put_int(w, "given", given);
  put_int(w, "minimal", minimal);
  json_object_end(w);
}

void circuit_report_json(JsonWriter *w, const Circuit *c)
{
  json_key(w, "circuit");
  if (!c) {
    json_null(w);
    return;
  }
  CircuitSize size = circuit_size(c);
  json_object_begin(w);
  put_int(w, "nodes", c->n_nodes);
  for (int k = 0; k < N_BRANCH_KINDS; k++) put_int(w, kind_keys[k], c->n_of[k]);
  put_sets(w, "loops", c, c->loop, c->n_loops);
  put_sets(w, "cutsets", c, c->cutset, c->n_cutsets);
  put_sizes(w, "nodal", size.given, size.minimal);
  put_sizes(w, "charge_oriented", size.charge_given, size.charge_minimal);
  json_key(w, "left_out");
  json_string(w, c->left_out);
  json_object_end(w);
}
