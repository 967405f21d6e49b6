/* clock_interface.c: see clock_interface.h. */
#include "flatten/clocks/clock_interface.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/clocks/clock_calls.h"
#include "flatten/flat/flat_find.h"
#include "flatten/flat/flat_visit.h"
#include "flatten/flat/made_variable.h"

static bool clock_interface_is_clock(const FlatVar *var)
{
  FlatExpr self = {.type = var->type, .enumeration = var->enumeration};
  return clock_is(&self);
}

static const ClockRole *make_role(const Flattening *f, ClockRole role)
{
  ClockRole *made = arena_alloc(f->s->flat_arena, sizeof *made);
  *made = role;
  return made;
}

static ClockRoleKind role_of(const Flattening *f, FlatVarId id)
{
  const ClockRole *role = f->flat->var[id.i].clock;
  return role ? role->kind : CLOCK_ROLE_NONE;
}

/* --- names --- */

/* The clock variable itself has no meaning any more: what stands for it takes
 * its name. */
static Name clock_interface_take_name(const Flattening *f, FlatVar *var)
{
  Name name = session_name(f->s, var->name);
  char *other = arena_printf(session_scratch(f->s), "'$clock %s'", name);
  var->name = session_name(f->s, other);
  return name;
}

static bool clock_interface_is_taken(const FlatModel *flat, const char *name)
{
  for (int i = 0; i < flat->n_vars; i++) {
    if (strcmp(flat->var[i].name, name) == 0) return true;
  }
  return false;
}

static Name clock_interface_free_name(const Flattening *f)
{
  for (int k = 1;; k++) {
    char *name = arena_printf(session_scratch(f->s), "clock%d", k);
    if (!clock_interface_is_taken(f->flat, name))
      return session_name(f->s, name);
  }
}

/* How far inside of the model; what the model's own user sees comes first. */
static int distance_of(const FlatVar *var)
{
  int n = var->causality == FLAT_LOCAL ? 1 : 0;
  for (const char *at = var->name; *at; at++) n += *at == '.';
  return n;
}

static bool is_same_ticks(const ClockPartitions *all, int a, int b)
{
  const Partition *p = &all->partition[a], *q = &all->partition[b];
  return p->base == q->base && p->every == q->every && p->first == q->first;
}

/* The public clock variable that is nearest to the model itself; -1: none. */
static int clock_interface_find_named(const Flattening *f,
                                      const ClockPartitions *all, int root)
{
  int best = -1;
  for (int i = 0; i < f->flat->n_vars; i++) {
    const FlatVar *var = &f->flat->var[i];
    if (!clock_interface_is_clock(var) || var->is_protected) continue;
    if (var->name[0] == '\'' || all->root[i] < 0) continue;
    if (!all->partition[all->root[i]].is_known) continue;
    if (!is_same_ticks(all, all->root[i], root)) continue;
    if (best < 0 || distance_of(var) < distance_of(&f->flat->var[best]))
      best = i;
  }
  return best;
}

/* --- variables --- */

static FlatVarId clock_interface_make(const Flattening *f, Name name,
                                      bool is_input, Span span)
{
  const Typing *t = &f->typing;
  FlatVarId id = made_variable_public(
      f, name, is_input ? FLAT_BOOLEAN : FLAT_INTEGER, FLAT_DISCRETE, span);
  FlatVar *var = &f->flat->var[id.i];
  var->causality = is_input ? FLAT_INPUT : FLAT_OUTPUT;
  var->start =
      is_input ? types_boolean(t, span, false) : types_integer(t, span, 0);
  if (!is_input) var->fixed = types_boolean(t, span, true);
  return id;
}

/* One of those that were made since the partitions were found. */
static FlatVarId make_unclocked(const Flattening *f, ClockPartitions *all,
                                Name name, bool is_input, Span span)
{
  FlatVarId id = clock_interface_make(f, name, is_input, span);
  clock_partition_set_root(all, f->arena, id, -1);
  return id;
}

static FlatVarId make_named(const Flattening *f, ClockPartitions *all, int root,
                            bool is_input)
{
  Span span = all->base[all->partition[root].base].expr->span;
  int named = clock_interface_find_named(f, all, root);
  if (named < 0)
    return make_unclocked(f, all, clock_interface_free_name(f), is_input, span);
  const char *description = f->flat->var[named].description;
  Name name = clock_interface_take_name(f, &f->flat->var[named]);
  FlatVarId id =
      make_unclocked(f, all, name, is_input, f->flat->var[named].span);
  f->flat->var[id.i].description = description;
  return id;
}

static void refuse_input(const Flattening *f, const FlatVar *var)
{
  Diagnostic *d =
      fault_error(f->faults, var->span, E239,
                  "the clock '%s' is an input: somebody outside of the FMU is "
                  "to tick it, which FMI 2.0 cannot",
                  var->name);
  fault_note(f->faults, d, NO_SPAN,
             "foucault build --fmi 3 makes an FMU with an input clock");
}

static void bind_input(const Flattening *f, int i)
{
  const Typing *t = &f->typing;
  FlatVar *var = &f->flat->var[i];
  Span span = var->span;
  const char *description = var->description;
  FlatVarId tick;
  if (f->clocks > CLOCKS_REFUSED) {
    tick =
        clock_interface_make(f, clock_interface_take_name(f, var), true, span);
    f->flat->var[tick.i].clock =
        make_role(f, (ClockRole){.kind = CLOCK_ROLE_TRIGGERED});
    f->flat->var[tick.i].description = description;
  } else { /* nothing is run */
    tick = made_variable(f, "tick", FLAT_BOOLEAN, FLAT_DISCRETE, span);
    f->flat->var[tick.i].binding = types_boolean(t, span, false);
  }
  FlatExpr *arg[2] = {made_variable_use(f, span, tick), types_real(t, span, 0)};
  var = &f->flat->var[i]; /* they may have moved */
  var->causality = FLAT_LOCAL;
  var->binding = types_clock(t, span, FLAT_CLOCK_EVENT, FLAT_ENUMERATION,
                             f->lookup->tables->clock, arg, 2);
}

void clock_interface_inputs(const Flattening *f)
{
  for (int i = 0, n = f->flat->n_vars; i < n; i++) {
    const FlatVar *var = &f->flat->var[i];
    if (var->causality != FLAT_INPUT || var->binding ||
        !clock_interface_is_clock(var))
      continue;
    if (f->clocks == CLOCKS_REFUSED)
      refuse_input(f, var);
    else
      bind_input(f, i);
  }
}

/* --- which clocks --- */

/* The input that ticks a clock with a condition; i < 0: it has another. */
static FlatVarId given_tick(const Flattening *f, const ClockBase *base)
{
  const FlatExpr *condition = base->expr->arg[0];
  bool is_given = base->is_event && condition->kind == FLAT_EXPR_VARIABLE &&
                  role_of(f, condition->variable) == CLOCK_ROLE_TRIGGERED;
  return is_given ? condition->variable : (FlatVarId){-1};
}

static bool is_base(const ClockPartitions *all, int root, int base)
{
  const Partition *p = &all->partition[root];
  return p->is_known && p->base == base && p->every == 1 && p->first == 0;
}

/* A partition with all ticks of the counter; -1: none. */
static int find_root_of_base(const ClockPartitions *all, int base)
{
  for (int k = 0; k < all->n_nodes; k++) {
    if (is_base(all, k, base)) return k;
  }
  return -1;
}

/* What the interval is a multiple of, as Clock(n, resolution) makes it of an
 * Integer that is no number: {0, 1}: nothing is known. */
static Ratio quantum_of(const FlatExpr *seconds)
{
  Ratio none = {0, 1};
  if (seconds->kind != FLAT_EXPR_CALL || seconds->function != FLAT_DIVIDE)
    return none;
  const FlatExpr *counter = seconds->arg[0], *resolution = seconds->arg[1];
  bool is_counted = counter->kind == FLAT_EXPR_CALL &&
                    counter->function == FLAT_TO_REAL &&
                    resolution->kind == FLAT_EXPR_REAL &&
                    resolution->real >= 1 && resolution->real <= INT32_MAX &&
                    resolution->real == floor(resolution->real);
  return is_counted ? ratio_make(1, (int64_t)resolution->real) : none;
}

/* The interval of a base clock as a fraction. */
static void give_fraction(ClockRole *role, const ClockBase *base)
{
  const FlatExpr *expr = base->expr;
  bool is_number = !base->changes && expr->n_args == CLOCK_RATIONAL;
  Ratio interval =
      is_number ? ratio_make(expr->arg[1]->integer, expr->arg[2]->integer)
                : quantum_of(expr->arg[0]);
  if (interval.n == 0) return;
  interval = ratio_times(interval, base->step);
  if (interval.n > INT32_MAX || interval.d > INT32_MAX) return;
  role->counter = is_number ? interval.n : 0;
  role->resolution = interval.d;
}

static void plan_base(const Flattening *f, ClockPartitions *all, int k)
{
  ClockBase *base = &all->base[k];
  base->tick = given_tick(f, base);
  if (base->tick.i >= 0 || base->is_event || f->clocks < CLOCKS_INPUT) return;
  int root = find_root_of_base(all, k);
  base->tick = root >= 0 ? make_named(f, all, root, true)
                         : make_unclocked(f, all, clock_interface_free_name(f),
                                          true, base->expr->span);
  ClockRole role = {.kind = base->changes ? CLOCK_ROLE_CHANGING
                                          : CLOCK_ROLE_PERIODIC};
  give_fraction(&role, base);
  f->flat->var[base->tick.i].clock = make_role(f, role);
}

/* Without any other wish only what the model itself declares: FMUs with clocks
 * need an importer with event mode (FMI 3.0, section 2.3.1). */
static bool clock_interface_is_shown(const Flattening *f,
                                     const ClockPartitions *all, int root)
{
  if (f->clocks >= CLOCKS_OUTPUT) return true;
  int named = clock_interface_find_named(f, all, root);
  return named >= 0 && f->flat->var[named].causality == FLAT_OUTPUT;
}

static void add_output(const Flattening *f, ClockPartitions *all,
                       ClockInterface *face, int root)
{
  const Partition *p = &all->partition[root];
  if (!p->is_known || !p->is_clocked) return;
  const ClockBase *base = &all->base[p->base];
  if (base->tick.i >= 0 && is_base(all, root, p->base)) return;
  for (int k = 0; k < face->n_outputs; k++) {
    if (is_same_ticks(all, face->output[k].root, root)) return;
  }
  if (!clock_interface_is_shown(f, all, root)) return;
  FlatVarId count = make_named(f, all, root, false);
  ClockRole role = {.kind = CLOCK_ROLE_OUTPUT};
  if (base->tick.i >= 0) role.clocked_by = f->flat->var[base->tick.i].name;
  f->flat->var[count.i].clock = make_role(f, role);
  face->output = vector_grow(f->arena, face->output, &face->cap_outputs,
                             face->n_outputs + 1, sizeof face->output[0]);
  face->output[face->n_outputs++] = (ClockOutput){count, root};
}

/* An input that has a clock changes with its ticks only. */
static void hold_inputs(const Flattening *f, const ClockPartitions *all)
{
  for (int i = 0; i < all->n_rooted; i++) {
    FlatVar *var = &f->flat->var[i];
    if (var->causality != FLAT_INPUT || all->root[i] < 0) continue;
    const Partition *p = &all->partition[all->root[i]];
    bool is_held = p->is_known && all->base[p->base].tick.i >= 0;
    if (is_held && var->variability > FLAT_DISCRETE)
      var->variability = FLAT_DISCRETE;
  }
}

void clock_interface_plan(const Flattening *f, ClockPartitions *all,
                          ClockInterface *face)
{
  for (int k = 0; k < all->n_bases; k++) plan_base(f, all, k);
  hold_inputs(f, all);
  if (f->clocks <= CLOCKS_REFUSED) return;
  for (int i = 0, n = all->n_rooted; i < n; i++) {
    if (all->root[i] >= 0) add_output(f, all, face, all->root[i]);
  }
}

void clock_interface_interval(const Flattening *f, const ClockBase *base,
                              FlatVarId variable)
{
  FlatVar *tick = &f->flat->var[base->tick.i];
  ClockRole role = *tick->clock;
  role.interval = f->flat->var[variable.i].name;
  tick->clock = make_role(f, role);
}

/* --- clocked variables --- */

Name clock_interface_previous_name(const Flattening *f, const char *name)
{
  const char *last = name;
  for (const char *at = name; *at; at++) {
    if (*at == '\'') return NULL; /* q-identifiers hold anything */
    if (*at == '.') last = at + 1;
  }
  char *made = arena_printf(session_scratch(f->s), "%.*sprevious_%s",
                            (int)(last - name), name, last);
  if (clock_interface_is_taken(f->flat, made)) return NULL;
  return session_name(f->s, made);
}

void clock_interface_mark(const Flattening *f, const ClockPartitions *all,
                          const FlatVarId *holder, int n)
{
  for (int i = 0; i < f->flat->n_vars && i < all->n_rooted; i++) {
    FlatVar *var = &f->flat->var[i];
    int root = all->root[i];
    if (root < 0 || var->clock || clock_interface_is_clock(var)) continue;
    const Partition *p = &all->partition[root];
    if (!p->is_known || all->base[p->base].tick.i < 0) continue;
    ClockRole role = {.clocked_by =
                          f->flat->var[all->base[p->base].tick.i].name};
    if (i < n && holder[i].i >= 0) {
      f->flat->var[holder[i].i].clock = make_role(f, role);
      role.previous = f->flat->var[holder[i].i].name;
    }
    var->clock = make_role(f, role);
  }
}

/* --- Scheduled Execution --- */

/* Where something that is not clocked stands. */
static bool is_unclocked_place(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_BINDING:
  case FLAT_AT_SIDE:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_ASSERTION: return true;
  case FLAT_AT_GUARD: /* at an event */
  case FLAT_AT_TARGET:
  case FLAT_AT_VALUE: return false;
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_START:
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED: return false;
  case FLAT_AT_CLOCK: /* of equations that are gone */
  case FLAT_AT_SHOWN:
  case FLAT_AT_SUBSCRIPT:
  case FLAT_AT_TABLE:
  case FLAT_AT_STATEMENT:
  case FLAT_AT_WRITTEN_CONDITION:
  case FLAT_AT_EXTERNAL: return false;
  }
  return false;
}

const char *clock_interface_word(const FlatExpr *at, bool is_between)
{
  if (at->kind == FLAT_EXPR_TIME) return "'time'";
  if (at->kind != FLAT_EXPR_CALL) return NULL;
  static const struct {
    FlatFunction function;
    bool is_between;
    const char *word;
  } operators[] = {{FLAT_DER, true, "a derivative"},
                   {FLAT_PRE, false, "pre()"},
                   {FLAT_EDGE, false, "edge()"},
                   {FLAT_CHANGE, false, "change()"},
                   {FLAT_SAMPLE, true, "sample(start, interval)"},
                   {FLAT_INITIAL_CALL, false, "initial()"},
                   {FLAT_TERMINAL_CALL, false, "terminal()"},
                   {FLAT_DELAY, true, "delay()"},
                   {FLAT_SPATIAL, true, "spatialDistribution()"}};
  for (size_t k = 0; k < sizeof operators / sizeof operators[0]; k++) {
    if (operators[k].function != at->function) continue;
    return operators[k].is_between || !is_between ? operators[k].word : NULL;
  }
  return NULL;
}

static FlatVerdict clock_interface_look(void *context, const FlatExpr *at)
{
  (void)context;
  return clock_interface_word(at, true) ? FLAT_FOUND : FLAT_GO_ON;
}

typedef struct Checking {
  const Flattening *f;
  bool failed;
} Checking;

static void check_clocked(void *context, FlatPlace place, int at,
                          const FlatExpr *e)
{
  Checking *c = context;
  (void)place, (void)at;
  if (c->failed) return; /* one place is enough */
  const FlatExpr *found = flat_find(c->f->s, e, clock_interface_look, NULL);
  if (!found) return;
  c->failed = true;
  Diagnostic *d =
      fault_error(c->f->faults, found->span, E246,
                  "Scheduled Execution needs a model all of whose equations "
                  "are clocked, and %s stands in one that is not",
                  clock_interface_word(found, true));
  fault_note(c->f->faults, d, NO_SPAN,
             "--type cs or me with --clocks input makes an FMU with input "
             "clocks that may also have continuous time");
}

void clock_interface_check(const Flattening *f, const ClockPartitions *all)
{
  Checking c = {f, false};
  if (!all || all->n_bases == 0) {
    fault_error(f->faults, f->flat->span, E246,
                "Scheduled Execution needs a model with clocks, and '%s' has "
                "none",
                f->flat->name);
    return;
  }
  flat_read_expressions(f->flat, is_unclocked_place, check_clocked, &c);
}
