/* model_text.c: text to System and ReducedSystem, stage by stage. */
#include "test.h"

#include "model_text.h"

#include "flatten/flatten.h"
#include "parse/parse.h"
#include "reduce/lower/lower.h"
#include "reduce/reduced_check.h"
#include "reduce/reduced_print.h"
#include "reduce/system/system_check.h"
#include "reduce/system/system_print.h"
#include "symbolic/evaluate.h"

static ModelText *create(const char *text)
{
  ModelText *m = calloc(1, sizeof *m);
  m->fixture = session_fixture_create();
  m->s = m->fixture->s;
  m->text = text;
  m->reached = "";
  m->ok = true;
  return m;
}

/* --- stages --- */

static void run_flatten(ModelText *m)
{
  Ast *ast = ast_create(m->s);
  int source = session_fixture_source(m->fixture, m->text);
  FlattenOptions options = {0};
  bool good = parse_source(m->s, ast, source);
  m->flat = good ? flatten_model(m->s, ast, &options) : NULL;
  m->ok = m->flat != NULL;
  if (m->ok) m->reached = "flat";
}

static void run_lower(ModelText *m)
{
  m->sys = lower_to_system(m->s, m->flat);
  m->ok = m->sys != NULL;
  if (!m->ok) return;
  system_check(m->sys);
  m->reached = "lower";
}

/* The passes up to row `last`, from the first one that has not run. */
static void run_passes(ModelText *m, int last)
{
  if (!m->has_passes) m->passes = passes_begin(m->s, m->sys);
  m->has_passes = m->passes.checks = true;
  m->ok = passes_run(&m->passes, m->passes.n_done, last);
  int n_done = m->passes.n_done;
  if (n_done > 0) m->reached = reduce_pass[n_done - 1].name;
}

static void finish(ModelText *m)
{
  run_passes(m, n_reduce_passes - 1);
  if (!m->ok) return;
  m->reduced = m->passes.build->r;
  reduced_check(m->reduced);
  m->reached = "reduced";
}

static bool is_stage(const char *stage, const char *name)
{
  return strcmp(stage, name) == 0;
}

void model_text_continue(ModelText *m, const char *stage)
{
  int last = pass_find(stage);
  assert_true(last >= 0 || is_stage(stage, "flat") ||
              is_stage(stage, "lower") || is_stage(stage, "reduced"));
  if (m->ok && !m->flat) run_flatten(m);
  if (!m->ok || is_stage(stage, "flat")) return;
  if (!m->sys) run_lower(m);
  if (!m->ok || is_stage(stage, "lower")) return;
  if (last >= 0)
    run_passes(m, last);
  else
    finish(m);
}

ModelText *model_text_run(const char *text, const char *stage)
{
  ModelText *m = create(text);
  model_text_continue(m, stage);
  return m;
}

ModelText *model_text_at(const char *text, const char *stage)
{
  ModelText *m = model_text_run(text, stage);
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  return m;
}

ModelText *model_text_complete(const char *text)
{
  return model_text_at(text, "reduced");
}

ModelText *model_text_unmerged(const char *text, const char *stage)
{
  ModelText *m = model_text_run(text, "lower");
  if (m->ok) {
    /* A pass whose properties hold is not run. */
    m->sys->properties |= HAS(CONSTANTS_PROPAGATED) | HAS(ALIASES_MERGED);
  }
  model_text_continue(m, stage);
  return m;
}

ModelText *model_text_method(const char *text, Reduction reduction)
{
  ModelText *m = model_text_run(text, "lower");
  if (m->ok) m->sys->choice.reduction = reduction;
  model_text_continue(m, "reduced");
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
  if (m->has_passes) passes_end(&m->passes);
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
