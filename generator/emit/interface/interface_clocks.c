/* interface_clocks.c: see interface_clocks.h. */
#include "emit/interface/interface_clocks.h"

#include <assert.h>
#include <math.h>

#include "emit/text/c_text.h"

bool interface_clocks_is(const ReducedVar *v)
{
  const ClockRole *role = v->attributes->clock;
  return role && role->kind != CLOCK_ROLE_NONE;
}

static const ClockRole *role_of_clock(const ReducedSystem *r,
                                      const InterfaceClock *clock)
{
  return r->var[clock->row].attributes->clock;
}

/* By a name that is interned; -1: none. */
static int row_named(const ReducedSystem *r, Name name)
{
  for (int k = 0; name && k < r->n_vars; k++) {
    if (r->var[k].name == name) return k;
  }
  return -1;
}

/* The independent parameter that the interval is, nothing else; -1: none. */
static int parameter_behind(const ReducedSystem *r, int row)
{
  const System *sys = r->sys;
  VarId v = r->var[row].var;
  for (int k = 0; k < sys->n_vars; k++) { /* names of one another */
    ExprId binding = sys->var[v.i].binding;
    const ExprNode *node = binding.i >= 0 ? expr_node(r->exprs, binding) : NULL;
    if (!node || node->op != EXPR_VAR) break;
    v = node->var;
  }
  int at = r->row_of_var[v.i];
  bool is_free = at >= 0 && at != row && r->var[at].type == VAR_REAL &&
                 r->var[at].causality == FMI_PARAMETER;
  return is_free ? r->var[at].value_reference : -1;
}

static void find_interval(const ReducedSystem *r, InterfaceClock *clock)
{
  const ClockRole *role = role_of_clock(r, clock);
  int row = row_named(r, role->interval);
  clock->interval = clock->parameter = -1;
  clock->seconds = HUGE_VAL;
  if (row < 0) return;
  const ReducedVar *v = &r->var[row];
  clock->interval = v->value_reference;
  if (role->kind != CLOCK_ROLE_PERIODIC) return;
  bool is_written = v->causality == FMI_PARAMETER; /* nobody sees it */
  clock->is_constant = v->variability == FMI_CONSTANT || is_written;
  clock->is_tunable = v->variability == FMI_TUNABLE;
  clock->seconds = v->start;
  if (!clock->is_constant) clock->parameter = parameter_behind(r, row);
}

static bool is_more_urgent(const ReducedSystem *r, const InterfaceClock *a,
                           const InterfaceClock *b)
{
  bool first = role_of_clock(r, a)->kind == CLOCK_ROLE_TRIGGERED;
  bool second = role_of_clock(r, b)->kind == CLOCK_ROLE_TRIGGERED;
  if (first != second) return first;
  if (!first && a->seconds != b->seconds) return a->seconds < b->seconds;
  return a < b;
}

static void find_priorities(const ReducedSystem *r, InterfaceVariables *all)
{
  for (int k = 0; k < all->n_clocks; k++) {
    InterfaceClock *clock = &all->clock[k];
    if (role_of_clock(r, clock)->kind == CLOCK_ROLE_OUTPUT) continue;
    for (int i = 0; i < all->n_clocks; i++) {
      const InterfaceClock *other = &all->clock[i];
      if (role_of_clock(r, other)->kind == CLOCK_ROLE_OUTPUT) continue;
      clock->priority += i != k && is_more_urgent(r, other, clock);
    }
  }
}

void interface_clocks_find(const ReducedSystem *r, InterfaceVariables *all,
                           Arena *arena)
{
  if (all->n_clocks == 0) return;
  int n = 0;
  all->clock = arena_array(arena, (size_t)all->n_clocks, sizeof all->clock[0]);
  for (int k = 0; k < all->n_variables; k++) {
    int row = all->variable[k].row;
    if (!interface_clocks_is(&r->var[row])) continue;
    assert(all->variable[k].owner == k);
    all->clock[n] = (InterfaceClock){.variable = k, .row = row};
    find_interval(r, &all->clock[n++]);
  }
  assert(n == all->n_clocks);
  find_priorities(r, all);
}

int interface_clocks_of(const ReducedSystem *r, const InterfaceVariables *all,
                        const ReducedVar *v)
{
  const ClockRole *role = v->attributes->clock;
  for (int k = 0; role && role->clocked_by && k < all->n_clocks; k++) {
    if (r->var[all->clock[k].row].name == role->clocked_by) return k;
  }
  return -1;
}

int interface_clocks_previous(const ReducedSystem *r,
                              const InterfaceVariables *all, int variable)
{
  const InterfaceVariable *v = &all->variable[variable];
  const ClockRole *role = r->var[v->row].attributes->clock;
  int row = role ? row_named(r, role->previous) : -1;
  if (row < 0 || r->var[row].is_hidden) return -1;
  const InterfaceVariable *before = &all->variable[all->of_row[row]];
  bool is_parallel = before->n == v->n && before->row == row &&
                     before->owner == all->of_row[row];
  return is_parallel ? all->of_row[row] : -1;
}

/* --- tables of model.c --- */

/* CLOCK_* of fmu_runtime/model.h. */
static const char *kind_word(const InterfaceClock *clock, const ClockRole *role)
{
  switch (role->kind) {
  case CLOCK_ROLE_PERIODIC:
    return clock->is_constant ? "CLOCK_CONSTANT" : "CLOCK_PARAMETER";
  case CLOCK_ROLE_CHANGING: return "CLOCK_CHANGING";
  case CLOCK_ROLE_TRIGGERED: return "CLOCK_TRIGGERED";
  case CLOCK_ROLE_OUTPUT:
  case CLOCK_ROLE_NONE: break;
  }
  return "CLOCK_OUTPUT";
}

static void write_clocked_inputs(const ReducedSystem *r,
                                 const InterfaceVariables *all, FILE *out)
{
  fputs("static const ClockedInput clocked_input[] = {\n", out);
  for (int k = 0; k < r->n_vars; k++) {
    const ReducedVar *v = &r->var[k];
    int clock = v->causality == FMI_INPUT ? interface_clocks_of(r, all, v) : -1;
    if (clock < 0) continue;
    fprintf(out, "  {%d, %d, %d}, /* ", (int)v->type, v->value_reference,
            clock);
    c_text_comment(out, v->name);
    fputs(" */\n", out);
  }
  fputs("  {-1, 0, 0}\n};\n\n", out);
}

void interface_clocks_write_tables(const ReducedSystem *r,
                                   const InterfaceVariables *all, FILE *out)
{
  if (!all || all->n_clocks == 0) return;
  fputs("static const ModelClock model_clock[] = {\n", out);
  for (int k = 0; k < all->n_clocks; k++) {
    const InterfaceClock *clock = &all->clock[k];
    const ClockRole *role = role_of_clock(r, clock);
    fprintf(out, "  {%s, %d, %d, %d, %ld, %ld}, /* ", kind_word(clock, role),
            r->var[clock->row].value_reference, clock->interval,
            clock->parameter, (long)role->counter, (long)role->resolution);
    c_text_comment(out, r->var[clock->row].name);
    fputs(" */\n", out);
  }
  fputs("};\n\n", out);
  write_clocked_inputs(r, all, out);
}

void interface_clocks_write_members(const InterfaceVariables *all, FILE *out)
{
  if (!all || all->n_clocks == 0) return;
  fprintf(out,
          "  .n_clocks = %d,\n  .clock = model_clock,\n"
          "  .clocked_input = clocked_input,\n",
          all->n_clocks);
}
