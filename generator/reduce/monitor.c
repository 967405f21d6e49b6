/* monitor.c: one chain of residuals for each differentiated equation. */
#include "reduce/monitor.h"

#include "base/vector.h"
#include "reduce/generated_root.h"

static Name monitor_name(Session *s, Name root, int constraint, int level)
{
  Arena *scratch = session_scratch(s);
  const char *der = level == 0   ? ""
                    : level == 1 ? "der_"
                                 : arena_printf(scratch, "der%d_", level);
  return session_name(
      s, arena_printf(scratch, "%s[%d].%sg", root, constraint + 1, der));
}

static void add_monitor(System *sys, Session *s, Name root, Monitor m)
{
  m.var = system_add_var(sys, monitor_name(s, root, m.constraint, m.level));
  Var *var = &sys->var[m.var.i];
  var->kind = VAR_MONITOR;
  var->is_generated = true;
  var->span = m.span;
  const char *description = m.level == 0
                                ? "residual of a constraint"
                                : "residual of a constraint, differentiated";
  var->words = system_words(sys, (VarWords){.description = description});
  sys->monitor = vector_grow(sys->arena, sys->monitor, &sys->cap_monitors,
                             sys->n_monitors + 1, sizeof m);
  sys->monitor[sys->n_monitors++] = m;
}

void monitor_constraints(System *sys, Session *s)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Name root = generated_root(sys, s, "drift");
  int constraint = 0;
  for (int k = 0; k < sys->n_given; k++) {
    int level = 0;
    for (EqId e = {k}; sys->eq[e.i].derivative.i >= 0;
         e = sys->eq[e.i].derivative) {
      const Eq *eq = &sys->eq[e.i];
      Monitor m = {.given = {k},
                   .residual = eq->residual,
                   .span = eq->span,
                   .constraint = constraint,
                   .level = level};
      add_monitor(sys, s, root, m);
      level++;
    }
    constraint += level > 0;
  }
  arena_release(mark);
}
