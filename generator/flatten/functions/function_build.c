/* function_build.c: one procedure for each combination of shapes, made when it
 * is first asked for. */
#include "flatten/functions/function_build.h"

#include <assert.h>

#include "flatten/functions/partial_derivative.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/scope.h"

#define MOST_BUILDS 150 /* each for another value that sizes may need */

/* Values are kept: outputs are asked for as long as there are calls. */
static bool build_with(const Flattening *f, FunctionBuild *b,
                       BuiltFunction *built, Value **arg)
{
  Flattening inside;
  FaultPlace place = f->faults->log->place;
  b->is_nested = f->typing.build || f->typing.n_functions > 0;
  scope_procedure(&inside, f, b);
  inside.is_pure = b->function->ast->purity != AST_IMPURE;
  bool good = function_build_body(&inside, b, built, arg);
  fault_leave(f->faults, &place);
  return good;
}

/* Nothing is made yet. */
static void clear(FunctionBuild *b)
{
  b->begins_anew = false;
  b->n_loops = 0;
  b->to->n_locals = b->to->n_slots = 0;
  b->to->body = (FlatStatementList){0};
  b->at = &b->to->body;
}

static void function_build_new(const Flattening *f, FunctionBuild *b,
                               BuiltFunction *built, Value **arg)
{
  built->procedure = procedure_add(f->s, f->flat, b->function->full_name,
                                   b->function->ast->name_span);
  b->to = f->flat->procedure[built->procedure];
  built->is_broken = false;
  built->was_quiet = f->faults->is_quiet;
  do {
    clear(b);
    built->is_broken = !build_with(f, b, built, arg);
  } while (b->begins_anew);
  /* What was reported of another call of it is not reported again. */
  if (built->is_broken && !built->was_quiet && f->s->n_errors == 0) {
    function_build_refuse(f->faults, b, b->function->ast->name_span,
                          "a part of it cannot be translated");
  }
  if (!built->is_broken) {
    function_annotations_check(f, b->function, b->variables);
    function_annotations(f, b, built, arg);
  }
  built->is_complete = !built->is_broken;
}

/* Statements are the same for all who call it, even of one that asks for the
 * shape of its result alone. */
static void function_build_make(const Flattening *f, FunctionBuild *b,
                                BuiltFunction *built, Value **arg)
{
  Flattening inside;
  Attempt own; /* a wrong subscript is a statement that fails, if reached */
  bool is_nested = f->typing.build || f->typing.n_functions > 0;
  if (is_nested) scope_hold(&own, f, NULL);
  scope_mode(&inside, is_nested ? &own.f : f, MODE_FLATTEN);
  if (partial_derivative_is(&inside, b->function)) {
    partial_derivative_build(&inside, b, built, arg);
  } else {
    function_build_new(&inside, b, built, arg);
  }
}

static void make_kept(const Flattening *f, FunctionBuild *b,
                      BuiltFunction *built, Value **arg)
{
  if (f->tables->n_builds >= MOST_BUILDS) {
    function_build_refuse(f->faults, b, b->function->ast->name_span,
                          "functions are nested too deep at translation; it "
                          "may call itself without an end");
    built->is_broken = true;
    built->was_quiet = f->faults->is_quiet;
    return;
  }
  f->tables->n_builds++;
  uint64_t levels = component_family_begin_kept(f);
  function_build_make(f, b, built, arg);
  component_family_end_kept(f, levels, &built->index_levels);
  f->tables->n_builds--;
}

static const BuildRules function_rules = {.conditional = function_conditional,
                                          .logical = function_logical};

/* The function of a replica is that of the prototype, if it reads nothing that
 * depends on the index. */
static BuiltFunction *find_alike(const Flattening *f, const InstClass *function,
                                 Name key)
{
  NameMap *procedures = &f->tables->procedures;
  if (!function->like) return NULL;
  BuiltFunction *built = name_map_find(procedures, function->like->id, key);
  if (!built || built->is_broken || built->index_levels != 0) return NULL;
  name_map_add(procedures, function->id, key, built);
  return built;
}

enum { MOST_BUILDING = 400 }; /* functions, each made for a call in another */

BuiltFunction *function_build(const Flattening *f, InstClass *function,
                              const AstExpr *call, const Components *variables,
                              Value **arg)
{
  assert(function->kind == CLASS_WRITTEN);
  FunctionBuild b = {.rules = &function_rules,
                     .function = function,
                     .call = call,
                     .variables = variables};
  Name key = function_build_key(f, &b, arg);
  if (!key) return NULL;
  BuiltFunction *built =
      name_map_find(&f->tables->procedures, function->id, key);
  if (!built) built = find_alike(f, function, key);
  if (!built) {
    if (f->tables->n_building >= MOST_BUILDING) {
      fault_error(f->faults, call->span, E205,
                  "the function '%s' calls itself without an end, each time "
                  "with other sizes or values that must be known",
                  function->full_name);
      return NULL;
    }
    built = arena_alloc(f->arena, sizeof *built);
    name_map_add(&f->tables->procedures, function->id, key, built);
    f->tables->n_building++;
    make_kept(f, &b, built, arg);
    f->tables->n_building--;
  } else if (built->is_broken && built->was_quiet && !f->faults->is_quiet) {
    make_kept(f, &b, built, arg);
  }
  component_family_use_kept(f, built->index_levels);
  return built->is_broken ? NULL : built;
}
