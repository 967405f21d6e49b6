/* model_scales.c: see model_scales.h. */
#include "emit/model/model_scales.h"

#include <assert.h>

#include "emit/text/c_text.h"
#include "emit/text/integer_rows.h"
#include "emit/text/table_pack.h"

enum { GROUPS_PER_LINE = 12, HINTS_PER_LINE = 6 };

/* The groups in the order of fmu_runtime/states/scale.h; group NULL: only
 * counts. */
static int list_groups(const ReducedSystem *r, int *group)
{
  const System *sys = r->sys;
  int n_outside = sys->n_sets > 0 ? r->set_first_state[0] : r->n_states, n = 0;
  for (; n < n_outside; n++) {
    if (group) group[n] = r->scale.of_var[r->state_source[n].i];
  }
  for (int s = 0; s < sys->n_sets; s++) {
    const SelectionSet *set = &sys->set[s];
    for (int level = 1; level <= set->n_levels; level++) {
      for (int c = 0; c < set->n_columns; c++) {
        VarId v = system_integral(sys, set->column[c], level);
        if (v.i < 0) continue;
        if (group) group[n] = r->scale.of_var[v.i];
        n++;
      }
    }
  }
  assert(n >= r->n_states);
  return n;
}

static void write_numbers_of_groups(const ModelText *m, const char *name,
                                    const int *value, int n, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  if (m->kernels && table_pack_write(name, value, n, 0, scratch, out)) return;
  fprintf(out, "static const int %s[] = {", name);
  IntegerRows rows = {.out = out, .begin = "\n  ", .per_line = GROUPS_PER_LINE};
  for (int k = 0; k < n; k++) integer_rows_put(&rows, value[k]);
  integer_rows_end(&rows, ",\n};\n");
}

static void write_groups(const ModelText *m, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  ArenaMark mark = arena_mark(scratch);
  int n = list_groups(m->reduced, NULL);
  int *group = arena_array(scratch, (size_t)n, sizeof group[0]);
  list_groups(m->reduced, group);
  write_numbers_of_groups(m, "scale_group", group, n, out);
  arena_release(mark);
}

/* States that count turns; none of them is a candidate of a set, since they
 * are preferred. NULL: just how many. */
static int model_scales_list_turns(const ReducedSystem *r, int *turn)
{
  int n = 0;
  int n_outside = r->sys->n_sets > 0 ? r->set_first_state[0] : r->n_states;
  for (int k = 0; k < n_outside; k++) {
    if (!r->sys->var[r->state_source[k].i].counts_turns) continue;
    if (turn) turn[n] = k;
    n++;
  }
  return n;
}

static void model_scales_write_turns(const ModelText *m, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  int n = model_scales_list_turns(m->reduced, NULL);
  if (n == 0) return;
  ArenaMark mark = arena_mark(scratch);
  int *turn = arena_array(scratch, (size_t)n, sizeof turn[0]);
  model_scales_list_turns(m->reduced, turn);
  fputs("static const int turn[] = {", out);
  IntegerRows rows = {.out = out, .begin = "\n  ", .per_line = GROUPS_PER_LINE};
  for (int k = 0; k < n; k++) integer_rows_put(&rows, turn[k]);
  integer_rows_end(&rows, ",\n};\n");
  arena_release(mark);
}

static bool has_hints(const ReducedScales *scale)
{
  for (int g = 0; g < scale->n; g++) {
    if (scale->hint[g] > 0) return true;
  }
  return false;
}

static void write_hints(const ReducedScales *scale, FILE *out)
{
  char buffer[C_NUMBER_SIZE];
  if (!has_hints(scale)) return;
  fputs("static const double scale_hint[] = {", out);
  for (int g = 0; g < scale->n; g++) {
    fputs(g == 0 ? "\n  " : g % HINTS_PER_LINE == 0 ? ",\n  " : ", ", out);
    fputs(c_text_number(scale->hint[g], buffer), out);
  }
  fputs("\n};\n", out);
}

static void model_scales_write_sources(const ReducedSystem *r, FILE *out)
{
  const ReducedScales *scale = &r->scale;
  if (scale->n_sources == 0) return;
  fputs("static const ScaleSource scale_source[] = {\n", out);
  for (int k = 0; k < scale->n_sources; k++) {
    fprintf(out, "  {%d, %d}, /* ", scale->source_group[k],
            r->slot[scale->source[k].i]);
    c_text_comment(out, r->sys->var[scale->source[k].i].name);
    fputs(" */\n", out);
  }
  fputs("};\n", out);
}

void model_scales_write(const ModelText *m, FILE *out)
{
  const ReducedScales *scale = &m->reduced->scale;
  model_scales_write_turns(m, out);
  if (scale->n == 0) return;
  write_groups(m, out);
  write_numbers_of_groups(m, "scale_slope", scale->slope, scale->n, out);
  write_hints(scale, out);
  model_scales_write_sources(m->reduced, out);
  fputc('\n', out);
}

void model_scales_members(const ModelText *m, FILE *out)
{
  const ReducedScales *scale = &m->reduced->scale;
  int n_turns = model_scales_list_turns(m->reduced, NULL);
  if (n_turns > 0) fprintf(out, "  .n_turns = %d,\n  .turn = turn,\n", n_turns);
  if (scale->n == 0) return;
  fprintf(out,
          "  .n_scale_groups = %d,\n  .n_scaled = %d,\n"
          "  .scale_group = scale_group,\n  .scale_slope = scale_slope,\n",
          scale->n, list_groups(m->reduced, NULL));
  if (has_hints(scale)) fputs("  .scale_hint = scale_hint,\n", out);
  if (scale->n_sources == 0) return;
  fprintf(out, "  .n_scale_sources = %d,\n  .scale_source = scale_source,\n",
          scale->n_sources);
}

int model_scales_relation(const ReducedSystem *r, int k)
{
  assert(k >= 0 && k < r->sys->n_relations);
  return r->scale.n > 0 ? r->scale.of_relation[k] : 0;
}
