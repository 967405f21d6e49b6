/* model_hybrid.c: see model_hybrid.h. */
#include "emit/model/model_hybrid.h"

#include <assert.h>

#include "emit/kernel/long_sum.h"
#include "emit/kernel/routine.h"
#include "emit/text/c_text.h"
#include "reduce/blocks/constant_between_events.h"
#include "reduce/simplify/quiet_relations.h"
#include "reduce/simplify/time_relations.h"
#include "reduce/system/input_rate.h"
#include "reduce/system/system_visit.h"

/* In step with VarType. */
static const char *const type_word[] = {"real", "integer", "boolean"};

static int count_pairs(const ModelText *m, VarType type)
{
  const System *sys = m->reduced->sys;
  int n = 0;
  for (int i = 0; i < sys->n_vars; i++) {
    n += sys->var[i].pre.i >= 0 && sys->var[i].type == type;
  }
  return n;
}

static void write_pairs(const ModelText *m, VarType type, FILE *out)
{
  const System *sys = m->reduced->sys;
  if (count_pairs(m, type) == 0) return;
  fprintf(out, "static const PrePair %s_pre[] = {\n", type_word[type]);
  for (int i = 0; i < sys->n_vars; i++) {
    const Var *var = &sys->var[i];
    if (var->pre.i < 0 || var->type != type) continue;
    assert(sys->var[var->pre.i].pre_of.i == i);
    bool continuous = type == VAR_REAL && var->kind != VAR_DISCRETE;
    fprintf(out, "  {%d, %d, %d}, /* ", m->reduced->slot[i],
            m->reduced->slot[var->pre.i], continuous);
    c_text_comment(out, var->name);
    fputs(" */\n", out);
  }
  fputs("};\n\n", out);
}

static void write_sample_items(ModelText *m, const Routine *r, int begin,
                               int end, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  (void)r;
  for (int k = begin; k < end; k++) {
    const Sample *sample = &m->reduced->sys->sample[k];
    const ExprId both[2] = {sample->start, sample->interval};
    ArenaMark mark = arena_mark(scratch);
    const char *place = c_text_place(scratch, m->s, sample->span);
    long_sum_prepare(m, both, 2, out);
    const char *text = c_expression(m->c, both[0], C_REAL);
    c_text_statement(out, arena_printf(scratch, "t[%d].start = %s;", k, text),
                     place);
    text = c_expression(m->c, both[1], C_REAL);
    c_text_statement(
        out, arena_printf(scratch, "t[%d].interval = %s;", k, text), NULL);
    arena_release(mark);
  }
}

static void write_samples(ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  if (sys->n_samples == 0) return;
  fputs("static const int sample[] = {", out);
  for (int k = 0; k < sys->n_samples; k++) {
    fprintf(out, "%s%d", k > 0 ? ", " : "",
            m->reduced->slot[sys->sample[k].var.i]);
  }
  fputs("};\n\n", out);
  Routine r = {.name = "samples",
               .values = "const ModelValues *v",
               .second = "SampleTimes *t",
               .n_items = sys->n_samples,
               .batch = 1,
               .write = write_sample_items};
  routine_write(m, &r, out);
}

static void write_reinit_items(ModelText *m, const Routine *r, int begin,
                               int end, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  (void)r;
  for (int k = begin; k < end; k++) {
    const Reinit *reinit = &m->reduced->sys->reinit[k];
    const ExprId both[2] = {reinit->active, reinit->value};
    ArenaMark mark = arena_mark(scratch);
    const char *place = c_text_place(scratch, m->s, reinit->span);
    const char *index = model_text_index(m, 0, k);
    long_sum_prepare(m, both, 2, out);
    const char *text = c_expression(m->c, both[0], C_BOOLEAN);
    c_text_statement(
        out, arena_printf(scratch, "r[%s].active = (%s) != 0;", index, text),
        model_text_comment(m, place));
    text = c_expression(m->c, both[1], C_REAL);
    c_text_statement(
        out, arena_printf(scratch, "r[%s].value = %s;", index, text), NULL);
    arena_release(mark);
  }
}

static void describe_reinit(ModelText *m, const Routine *r, int k,
                            KernelItem *kernel)
{
  const Reinit *reinit = &m->reduced->sys->reinit[k];
  ExprId *both = arena_array(session_scratch(m->s), 2, sizeof both[0]);
  int *place = arena_array(session_scratch(m->s), 1, sizeof place[0]);
  (void)r;
  both[0] = reinit->active;
  both[1] = reinit->value;
  place[0] = k;
  *kernel =
      (KernelItem){.place = place, .n_places = 1, .root = both, .n_roots = 2};
}

static void write_reinits(ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  if (sys->n_reinits == 0) return;
  fputs("static const int reinit[] = {\n", out);
  for (int k = 0; k < sys->n_reinits; k++) {
    VarId state = sys->reinit[k].state;
    fprintf(out, "  %d, /* ", m->reduced->slot[state.i]);
    c_text_comment(out, sys->var[state.i].name);
    fputs(" */\n", out);
  }
  fputs("};\n\n", out);
  Routine r = {.name = "reinits",
               .values = "const ModelValues *v",
               .second = "ReinitValue *r",
               .n_items = sys->n_reinits,
               .batch = 1,
               .write = write_reinit_items,
               .describe = describe_reinit};
  routine_write(m, &r, out);
}

static void write_delays(const ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  const int *slot = m->reduced->slot;
  if (sys->n_delays == 0) return;
  const bool *steady = constant_between_events_find(m->reduced, m->arena);
  fputs("static const Delay delay[] = {\n", out);
  for (int k = 0; k < sys->n_delays; k++) {
    const Delay *d = &sys->delay[k];
    assert(d->x.i >= 0 && d->T.i >= 0 && d->y.i >= 0);
    fprintf(out, "  {%d, %d, %d, %d, %d}, /* ", slot[d->x.i], slot[d->T.i],
            slot[d->longest.i], slot[d->y.i], steady[d->y.i]);
    c_text_comment(out, sys->var[d->y.i].name);
    fputs(" */\n", out);
  }
  fputs("};\n\n", out);
}

static void write_input_rates(const ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  const int *slot = m->reduced->slot;
  if (input_rate_count(sys) == 0) return;
  fputs("static const InputRate input_rate[] = {\n", out);
  for (int i = 0; i < sys->n_vars; i++) {
    VarId rate = {i}, input = input_rate_input(sys, rate);
    if (!input_rate_is(sys, rate)) continue;
    fprintf(out, "  {%d, %d, %d, ", slot[input.i], system_order(sys, rate),
            slot[i]);
    c_text_string(out, sys->var[input.i].name);
    fputs("},\n", out);
  }
  fputs("};\n\n", out);
}

static void model_hybrid_write_slots(const ModelText *m, const char *name,
                                     int k, const VarId *var, int n, FILE *out)
{
  assert(n > 0);
  fprintf(out, "static const int %s%d[] = {", name, k);
  for (int i = 0; i < n; i++) {
    fprintf(out, "%s%d", i > 0 ? ", " : "", m->reduced->slot[var[i].i]);
  }
  fputs("};\n", out);
}

static void write_transports(const ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  const int *slot = m->reduced->slot;
  if (sys->n_transports == 0) return;
  for (int k = 0; k < sys->n_transports; k++) {
    const Transport *t = &sys->transport[k];
    model_hybrid_write_slots(m, "transport_point", k, t->point, t->n_points,
                             out);
    model_hybrid_write_slots(m, "transport_value", k, t->value, t->n_points,
                             out);
  }
  fputs("static const Transport transport[] = {\n", out);
  for (int k = 0; k < sys->n_transports; k++) {
    const Transport *t = &sys->transport[k];
    fprintf(
        out,
        "  {%d, %d, %d, %d, %d, %d, transport_point%d, transport_value%d},\n",
        slot[t->in0.i], slot[t->in1.i], slot[t->x.i], slot[t->positive.i],
        slot[t->y.i], t->n_points, k, k);
  }
  fputs("};\n\n", out);
}

/* The tables and functions of a list of the system. */
static void write_list(ModelText *m, SystemList list, FILE *out)
{
  switch (list) {
  case LIST_VARIABLES:
    write_pairs(m, VAR_REAL, out);
    write_pairs(m, VAR_INTEGER, out);
    write_pairs(m, VAR_BOOLEAN, out);
    return;
  case LIST_SAMPLES: write_samples(m, out); return;
  case LIST_REINITS: write_reinits(m, out); return;
  case LIST_DELAYS:
    write_delays(m, out);
    write_input_rates(m, out);
    return;
  case LIST_TRANSPORTS: write_transports(m, out); return;
  case LIST_RELATIONS:  /* write_crossings(), write_relations() */
  case LIST_ASSERTIONS: /* model_assertions.c */
  case LIST_SETS:       /* model_sets.c */
  case LIST_FRAMES:     /* model_coordinate_frames.c */
  case LIST_JUMPS:      /* model_jumps.c */
  case LIST_EQUATIONS:  /* blocks of the reduced system */
  case LIST_DISCRETE:
  case LIST_INITIAL:
  case LIST_INITIAL_DISCRETE:
  case LIST_MONITORS:
  case LIST_STEPS: /* for reports */
  case LIST_COMBINATIONS:
  case N_SYSTEM_LISTS: return;
  }
}

void model_hybrid_write(ModelText *m, FILE *out)
{
  for (int list = 0; list < N_SYSTEM_LISTS; list++) {
    write_list(m, (SystemList)list, out);
  }
}

/* --- members of the struct foucault_model --- */

static void write_pair_members(const ModelText *m, FILE *out)
{
  for (VarType type = VAR_REAL; type <= VAR_BOOLEAN; type++) {
    int n = count_pairs(m, type);
    if (n == 0) continue;
    fprintf(out, "  .n_%s_pre = %d,\n  .%s_pre = %s_pre,\n", type_word[type], n,
            type_word[type], type_word[type]);
  }
}

static void write_rate_members(const ModelText *m, FILE *out)
{
  int n = input_rate_count(m->reduced->sys);
  if (n == 0) return;
  fprintf(out, "  .n_input_rates = %d,\n  .input_rate = input_rate,\n", n);
}

/* What write_list() has written, of n elements. */
static void write_list_members(const ModelText *m, SystemList list, int n,
                               FILE *out)
{
  const char *member = NULL;
  switch (list) {
  case LIST_VARIABLES: write_pair_members(m, out); return;
  case LIST_SAMPLES: member = "sample"; break;
  case LIST_REINITS: member = "reinit"; break;
  case LIST_DELAYS: member = "delay"; break;
  case LIST_TRANSPORTS: member = "transport"; break;
  case LIST_RELATIONS: /* written by the writers named above */
  case LIST_ASSERTIONS:
  case LIST_SETS:
  case LIST_FRAMES:
  case LIST_JUMPS:
  case LIST_EQUATIONS:
  case LIST_DISCRETE:
  case LIST_INITIAL:
  case LIST_INITIAL_DISCRETE:
  case LIST_MONITORS:
  case LIST_STEPS:
  case LIST_COMBINATIONS:
  case N_SYSTEM_LISTS: return;
  }
  bool has_function = list == LIST_SAMPLES || list == LIST_REINITS;
  if (n > 0)
    fprintf(out, "  .n_%ss = %d,\n  .%s = %s,\n", member, n, member, member);
  if (n > 0 && has_function) fprintf(out, "  .%ss = %ss,\n", member, member);
  if (list == LIST_DELAYS) write_rate_members(m, out);
}

void model_hybrid_members(const ModelText *m, FILE *out)
{
  const System *sys = m->reduced->sys;
  fprintf(out, "  .n_indicators = %d,\n",
          time_relations_watched(sys) + quiet_relations_indicators(sys));
  if (quiet_relations_count(sys) > 0) {
    fprintf(out, "  .n_quiet = %d,\n  .n_quiet_indicators = %d,\n",
            quiet_relations_count(sys), quiet_relations_indicators(sys));
  }
  for (int k = 0; k < N_SYSTEM_LISTS; k++) {
    SystemList list = (SystemList)k;
    write_list_members(m, list, system_list_length(sys, list), out);
  }
  if (sys->homotopy.i >= 0) {
    fprintf(out, "  .homotopy = %d,\n", m->reduced->slot[sys->homotopy.i]);
  }
  if (sys->terminal.i >= 0) {
    fprintf(out, "  .terminal = %d,\n", m->reduced->slot[sys->terminal.i] + 1);
  }
}
