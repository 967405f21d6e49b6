/* family_bodies.c: see family_bodies.h. */
#include "flatten/equations/family_bodies.h"

#include <assert.h>
#include <string.h>

#include "flatten/connections/connections_repeat.h"
#include "flatten/equations/scalar_equation.h"
#include "flatten/expressions/replicas.h"
#include "flatten/flat/flat_repeat.h"
#include "flatten/instances/component_family.h"

/* --- the text --- */

static bool is_plain_call(const AstEquation *equation)
{
  const AstExpr *call = equation->left;
  return call->kind == AST_CALL && call->reference->n_parts == 1 &&
         strcmp(call->reference->part[0].ident, "assert") == 0;
}

/* Nothing that makes more than equations, assertions and connections. */
static bool is_plain_kind(const AstEquation *equation, Pass pass)
{
  switch (equation->kind) {
  case AST_EQ_SIMPLE:
  case AST_EQ_FOR:
  case AST_EQ_IF: return true;
  case AST_EQ_WHEN: return pass == PASS_EXPAND || pass == PASS_CONNECTIONS;
  case AST_EQ_CONNECT: return pass != PASS_EXPAND;
  case AST_EQ_CALL: return pass == PASS_DISCRETE || is_plain_call(equation);
  }
  return false;
}

/* Recursion follows the nesting of the text, which the parser limits. */
static bool are_plain(AstEquation *const *equation, int n, Pass pass)
{
  for (int i = 0; i < n; i++) {
    if (!is_plain_kind(equation[i], pass)) return false;
    for (int k = 0; k < equation[i]->n_branches; k++) {
      const AstEquationBranch *branch = &equation[i]->branch[k];
      if (!are_plain(branch->equation, branch->n_equations, pass)) return false;
    }
  }
  return true;
}

static bool is_plain_text(const AstClass *ast, Pass pass)
{
  bool counts = pass == PASS_DISCRETE || pass == PASS_EQUATIONS;
  if (ast->external && counts) return false;
  for (int i = 0; i < ast->n_sections; i++) {
    const AstSection *section = ast->section[i];
    if (section->is_algorithm && counts) return false;
    if (!are_plain(section->equation, section->n_equations, pass)) return false;
  }
  return true;
}

/* --- the prototype --- */

/* What the text gave for the prototype. */
typedef struct BodyResult {
  bool is_alike; /* and gives for each replica */
  int first_equation, n_equations;
  int first_assertion, n_assertions;
  ConnectionRecord *record;
} BodyResult;

/* The bound of a subscript is asserted once for all that ask for it in a row
 * (guard.c), be they of several instances. */
static bool can_repeat_assertions(const Flattening *f, const BodyResult *r)
{
  for (int i = 0; i < r->n_assertions; i++) {
    const FlatAssertion *a = &f->flat->assertion[r->first_assertion + i];
    if (a->subscript || !flat_can_move(a->condition)) return false;
  }
  return true;
}

static void family_bodies_make_repeat(const Flattening *f,
                                      const ComponentFamily *family,
                                      FlatEquation *equation)
{
  Arena *arena = f->s->flat_arena;
  if (!equation->repeat) {
    flat_repeat_make(f->flat, arena, equation, family->variable);
  } else if (equation->position == 0) {
    flat_repeat_extend(arena, equation->repeat, family->variable);
  }
}

/* The equations of the prototype are the first positions of theirs. */
static bool make_repeats(const Flattening *f, const ComponentFamily *family,
                         const BodyResult *r)
{
  assert(r->first_equation + r->n_equations <= f->flat->n_equations);
  FlatEquation *equation = &f->flat->equation[r->first_equation];
  for (int i = 0; i < r->n_equations; i++) {
    if (!flat_repeat_can(&equation[i])) return false;
  }
  for (int i = 0; i < r->n_equations; i++)
    family_bodies_make_repeat(f, family, &equation[i]);
  return true;
}

static bool is_repeatable(const Flattening *f, const Body *body, Pass pass,
                          int64_t n_turns, BodyResult *r)
{
  int64_t n = body->family->n_replicas;
  return is_plain_text(body->part->ast, pass) && !f->tables->is_too_large &&
         scalar_equation_has_room(f, n * r->n_equations, n * n_turns) &&
         can_repeat_assertions(f, r) && make_repeats(f, body->family, r);
}

static BodyResult family_bodies_flatten_prototype(const Flattening *f,
                                                  const Body *body, Pass pass,
                                                  FlattenBody *flatten)
{
  assert(body->family && body->instance);
  const FlatModel *flat = f->flat;
  BodyResult r = {.first_equation = flat->n_equations,
                  .first_assertion = flat->n_assertions};
  int64_t n_turns = f->tables->n_turns;
  bool records = pass == PASS_CONNECTIONS, is_whole = true;
  if (records) r.record = connections_record(f->connections);
  PrototypeScope scope = component_family_enter(f, body->family);
  flatten(f, body, pass);
  bool is_alike = component_family_leave(f, &scope);
  if (records) is_whole = connections_recorded(f->connections);
  n_turns = f->tables->n_turns - n_turns;
  r.n_equations = flat->n_equations - scope.n_equations;
  r.n_assertions = flat->n_assertions - scope.n_assertions;
  r.is_alike = is_alike && is_whole && flat->n_vars == scope.n_vars &&
               is_repeatable(f, body, pass, n_turns, &r);
  if (!r.is_alike) return r;
  f->tables->n_turns += body->family->n_replicas * n_turns;
  if (!records) return r;
  connections_record_ranges(r.record, body->family->variable,
                            body->family->component);
  return r;
}

/* --- the replicas --- */

static void repeat_equations(const Flattening *f, const ComponentFamily *family,
                             const BodyResult *r, int k)
{
  for (int i = 0; i < r->n_equations; i++) {
    FlatEquation made = f->flat->equation[r->first_equation + i];
    assert(made.repeat);
    made.position += k * made.repeat->n_turns;
    made.component = component_family_number(family, made.component, k);
    flat_add_equation(f->flat, f->s->flat_arena, made);
  }
}

static void repeat_assertions(const Flattening *f,
                              const ComponentFamily *family,
                              const BodyResult *r, int k)
{
  Arena *arena = f->s->flat_arena;
  for (int i = 0; i < r->n_assertions; i++) {
    FlatAssertion made = f->flat->assertion[r->first_assertion + i];
    made.condition = flat_move(arena, made.condition, family->variable,
                               k * family->variable.n);
    made.component = component_family_number(family, made.component, k);
    flat_add_assertion(f->flat, arena, made);
  }
}

static void repeat_body(const Flattening *f, const ComponentFamily *family,
                        const BodyResult *r, int k)
{
  assert(r->is_alike && k > 0);
  repeat_equations(f, family, r, k);
  repeat_assertions(f, family, r, k);
  if (r->record) connections_repeat(f->connections, r->record, k, true);
}

static void flatten_replica(const Flattening *f, const Body *body, int k,
                            Pass pass, FlattenBody *flatten)
{
  Instance *replica = replicas_part(f, body->instance, k);
  Body own = {replica, component_family_part(f, replica, body->part), NULL};
  flatten(f, &own, pass);
}

static void family_bodies_flatten_replicas(const Flattening *f,
                                           const ComponentFamily *family,
                                           Pass pass, FlattenBody *flatten,
                                           const BodyResult *result)
{
  for (int k = 1; k <= family->n_replicas && !f->tables->is_too_large; k++) {
    for (int i = 0; i < family->n_bodies; i++) {
      const Body body = f->tables->body[family->first_body + i];
      if (result[i].is_alike)
        repeat_body(f, family, &result[i], k);
      else
        flatten_replica(f, &body, k, pass, flatten);
    }
  }
}

void family_bodies(const Flattening *f, Pass pass, FlattenBody *flatten)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  BodyResult *result = arena_array(
      session_scratch(f->s), (size_t)f->tables->n_bodies, sizeof result[0]);
  for (int i = 0; i < f->tables->n_bodies; i++) {
    const Body body = f->tables->body[i];
    if (!body.family)
      flatten(f, &body, pass);
    else if (body.instance)
      result[i] = family_bodies_flatten_prototype(f, &body, pass, flatten);
    else
      family_bodies_flatten_replicas(f, body.family, pass, flatten,
                                     &result[body.family->first_body]);
  }
  arena_release(mark);
}
