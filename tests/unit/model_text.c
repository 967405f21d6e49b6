/* model_text.c: text to System and ReducedSystem, stage by stage. */
#include "test.h"

#include "model_text.h"

#include "flatten/flatten.h"
#include "parse/parse.h"
#include "reduce/index/eliminate_candidates.h"
#include "reduce/index/index_dummy.h"
#include "reduce/index/index_method.h"
#include "reduce/index/preferred_states.h"
#include "reduce/index/state_preference.h"
#include "reduce/index/superfluous.h"
#include "reduce/lower/lower.h"
#include "reduce/reduced_build.h"
#include "reduce/reduced_check.h"
#include "reduce/reduced_print.h"
#include "reduce/simplify/alias.h"
#include "reduce/simplify/constant_propagation.h"
#include "reduce/simplify/free_parameters.h"
#include "reduce/simplify/homotopy.h"
#include "reduce/simplify/inline.h"
#include "reduce/simplify/time_relations.h"
#include "reduce/structure/discrete.h"
#include "reduce/structure/pantelides.h"
#include "reduce/structure/regular.h"
#include "reduce/structure/singular.h"
#include "reduce/system/system_check.h"
#include "reduce/system/system_print.h"
#include "symbolic/evaluate.h"

/* In step with ModelStage; NULL: not a pass over the System. */
static bool (*const pass[])(System *, Session *) = {
    [STAGE_FLAT] = NULL,
    [STAGE_LOWER] = NULL,
    [STAGE_HOMOTOPY] = homotopy_separate,
    [STAGE_CONSTANT_PROPAGATION] = constant_propagation,
    [STAGE_ALIAS] = alias_eliminate,
    [STAGE_DISCRETE] = discrete_split,
    [STAGE_FREE] = free_parameters_settle,
    [STAGE_STATE_PREFERENCE] = state_preference_prepare,
    [STAGE_TIME_RELATIONS] = time_relations_find,
    [STAGE_SINGULAR] = singular_check,
    [STAGE_PANTELIDES] = pantelides,
    [STAGE_REGULAR] = regular_check,
    [STAGE_PREFERRED_STATES] = preferred_states_differentiate,
    [STAGE_INDEX] = index_dummy_select,
    [STAGE_INLINE] = inline_calls,
    [STAGE_ELIMINATE_CANDIDATES] = eliminate_candidates,
    [STAGE_SUPERFLUOUS] = superfluous_mark,
    [STAGE_REDUCED] = NULL,
};

static const FlatModel *flat_of(ModelText *m, const char *text)
{
  Ast *ast = ast_create(m->s);
  int source = session_fixture_source(m->fixture, text);
  if (!parse_source(m->s, ast, source)) return NULL;
  FlattenOptions options = {0};
  return flatten_model(m->s, ast, &options);
}

/* True: go on to the next stage. */
static bool run_stage(ModelText *m, const FlatModel **flat, const char *text,
                      ModelStage stage)
{
  if (stage == STAGE_FLAT) return (*flat = flat_of(m, text)) != NULL;
  if (stage == STAGE_LOWER) {
    m->sys = lower_to_system(m->s, *flat);
    if (m->sys) system_check(m->sys);
    return m->sys != NULL;
  }
  if (stage == STAGE_REDUCED) {
    m->reduced = reduced_build(m->s, m->sys);
    if (m->reduced) reduced_check(m->reduced);
    return m->reduced != NULL;
  }
  bool ok = pass[stage](m->sys, m->s);
  if (ok) system_check(m->sys);
  return ok;
}

static bool merges(ModelStage stage)
{
  return stage == STAGE_CONSTANT_PROPAGATION || stage == STAGE_ALIAS;
}

static void run_stages(ModelText *m, const char *text, ModelStage first,
                       ModelStage last)
{
  const FlatModel *flat = NULL;
  for (int k = (int)first; m->ok && k <= (int)last; k++) {
    if (m->is_unmerged && merges((ModelStage)k)) continue;
    m->ok = run_stage(m, &flat, text, (ModelStage)k);
    if (m->ok) m->reached = (ModelStage)k;
  }
}

static ModelText *create(bool is_unmerged)
{
  ModelText *m = calloc(1, sizeof *m);
  m->fixture = session_fixture_create();
  m->s = m->fixture->s;
  m->is_unmerged = is_unmerged;
  m->ok = true;
  return m;
}

ModelText *model_text_run(const char *text, ModelStage stage)
{
  ModelText *m = create(false);
  run_stages(m, text, STAGE_FLAT, stage);
  return m;
}

ModelText *model_text_at(const char *text, ModelStage stage)
{
  ModelText *m = model_text_run(text, stage);
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  return m;
}

ModelText *model_text_complete(const char *text)
{
  return model_text_at(text, STAGE_REDUCED);
}

ModelText *model_text_unmerged(const char *text, ModelStage stage)
{
  ModelText *m = create(true);
  run_stages(m, text, STAGE_FLAT, stage);
  return m;
}

ModelText *model_text_method(const char *text, Reduction reduction)
{
  ModelText *m = model_text_run(text, STAGE_REGULAR);
  if (!m->ok) return m;
  m->sys->experiment.reduction = reduction;
  m->ok = index_method_run(m->sys, m->s);
  if (m->ok) system_check(m->sys);
  run_stages(m, text, STAGE_SUPERFLUOUS, STAGE_REDUCED);
  return m;
}

ModelText *model_text_by_method(const char *text, Reduction reduction)
{
  ModelText *m = model_text_method(text, reduction);
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  return m;
}

const char model_text_pendulum[] =
    "model M Real x(start = 0.6), y(start = -0.8), vx, vy, lam; equation "
    "der(x) = vx; der(y) = vy; der(vx) = -lam*x; der(vy) = -lam*y - 1; "
    "x^2 + y^2 = 1; end M;";

void model_text_free(ModelText *m)
{
  session_fixture_destroy(m->fixture);
  free(m);
}

const char *model_text_messages(ModelText *m)
{
  return session_fixture_messages(m->fixture);
}

VarId model_text_var(const ModelText *m, const char *name)
{
  for (int i = 0; i < m->sys->n_vars; i++) {
    if (strcmp(m->sys->var[i].name, name) == 0) return (VarId){i};
  }
  fail_msg("no variable '%s'", name);
  return NO_VAR;
}

const Var *model_text_info(const ModelText *m, const char *name)
{
  return &m->sys->var[model_text_var(m, name).i];
}

int model_text_count(const ModelText *m, const char *begin)
{
  int n = 0;
  for (int i = 0; i < m->sys->n_vars; i++) {
    n += strncmp(m->sys->var[i].name, begin, strlen(begin)) == 0;
  }
  return n;
}

/* --- text --- */

typedef struct Text {
  char *bytes; /* from malloc, written by the stream */
  size_t length;
  FILE *out;
} Text;

static void text_begin(Text *t)
{
  *t = (Text){0};
  t->out = open_memstream(&t->bytes, &t->length);
}

static const char *text_end(Text *t, const ModelText *m)
{
  fclose(t->out);
  char *kept = arena_copy_text(m->s->session_arena, t->bytes, t->length);
  free(t->bytes);
  return kept;
}

const char *model_text_expr(const ModelText *m, ExprId e)
{
  Text t;
  text_begin(&t);
  system_print_expr(m->sys, e, t.out);
  return text_end(&t, m);
}

const char *model_text_system(const ModelText *m)
{
  Text t;
  text_begin(&t);
  system_print(m->sys, t.out);
  return text_end(&t, m);
}

const char *model_text_reduced(const ModelText *m)
{
  Text t;
  text_begin(&t);
  reduced_print(m->reduced, t.out);
  return text_end(&t, m);
}

const char *model_text_states(const ModelText *m)
{
  Text t;
  text_begin(&t);
  bool first = true;
  for (int i = 0; i < m->sys->n_vars; i++) {
    if (m->sys->var[i].role != ROLE_STATE) continue;
    fprintf(t.out, "%s%s", first ? "" : " ", m->sys->var[i].name);
    first = false;
  }
  return text_end(&t, m);
}

/* --- values --- */

/* Between 0.5 and 1.5. */
static double value_of_name(const void *context, VarId var)
{
  const System *sys = context;
  uint32_t hash = 2166136261u;
  for (const char *c = sys->var[var.i].name; *c; c++) {
    hash = (hash ^ (unsigned char)*c) * 16777619u;
  }
  return 0.5 + (double)(hash % 100003u) / 100003.0;
}

double model_text_value(const ModelText *m, ExprId e, double time)
{
  Walk *walk = walk_create(m->sys->exprs, m->s->scratch_arena);
  EvaluatePoint point = {.var = value_of_name, .context = m->sys, .time = time};
  return evaluate(walk, e, &point);
}

/* --- blocks and chains --- */

const ReducedBlock *model_text_block(const ModelText *m,
                                     const BlockSequence *sequence,
                                     const char *name)
{
  VarId v = model_text_var(m, name);
  for (int k = 0; k < sequence->n_blocks; k++) {
    const ReducedBlock *b = &sequence->block[k];
    for (int i = 0; i < b->n; i++) {
      if (var_same(b->unknown[i], v)) return b;
    }
  }
  return NULL;
}

int model_text_nu(const ModelText *m, int k)
{
  int nu = 0;
  for (EqId e = m->sys->eq[k].derivative; e.i >= 0;
       e = m->sys->eq[e.i].derivative) {
    nu++;
  }
  return nu;
}
