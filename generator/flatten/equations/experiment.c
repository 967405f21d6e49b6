/* experiment.c: see experiment.h. */
#include "flatten/equations/experiment.h"

#include <assert.h>
#include <string.h>

#include "flatten/expressions/expressions.h"

static bool experiment_is_named(const AstArgument *argument, const char *name)
{
  return argument->kind == AST_MODIFY && argument->name->n_parts == 1 &&
         strcmp(argument->name->part[0].ident, name) == 0;
}

static const AstModification *find_experiment(const AstClass *ast)
{
  if (!ast->comment || !ast->comment->annotation) return NULL;
  const AstModification *annotation = ast->comment->annotation;
  for (int i = 0; i < annotation->n_arguments; i++) {
    const AstArgument *argument = annotation->argument[i];
    if (experiment_is_named(argument, "experiment"))
      return argument->modification;
  }
  return NULL;
}

static FlatExpr *setting(const Flattening *f, Context context,
                         const AstModification *experiment, const char *name)
{
  for (int i = 0; i < experiment->n_arguments; i++) {
    const AstArgument *argument = experiment->argument[i];
    if (!experiment_is_named(argument, name) || !argument->modification ||
        !argument->modification->value) {
      continue;
    }
    FlatExpr *value =
        expression_flatten(f, context, argument->modification->value);
    FlatExpr *real = types_convert(&f->typing, value, FLAT_REAL);
    if (value && !real) {
      fault_error(f->faults, value->span, E204,
                  "%s must be a number, this is %s", name,
                  types_a_name(value->type));
    }
    return real;
  }
  return NULL;
}

ExperimentExprs experiment_flatten(const Flattening *f, Context context)
{
  assert(context.part && !context.part->builtin);
  const AstModification *experiment = find_experiment(context.part->ast);
  ExperimentExprs exprs = {0};
  if (!experiment) return exprs;
  exprs.start = setting(f, context, experiment, "StartTime");
  exprs.stop = setting(f, context, experiment, "StopTime");
  exprs.tolerance = setting(f, context, experiment, "Tolerance");
  exprs.interval = setting(f, context, experiment, "Interval");
  return exprs;
}

static bool experiment_evaluate(ConstantTable *constants, const FlatExpr *expr,
                                double *value)
{
  assert(!expr || expr->type == FLAT_REAL);
  const FlatExpr *literal = expr ? constant_eval(constants, expr) : NULL;
  if (literal) *value = literal->real;
  return literal != NULL;
}

/* Tolerance = p of a parameter p that can be set in the FMU: its value here is
 * the default. NULL: another expression. */
static const FlatVar *tunable(const FlatModel *flat, const FlatExpr *expr)
{
  if (!expr || expr->kind != FLAT_EXPR_VARIABLE) return NULL;
  const FlatVar *var = &flat->var[expr->variable.i];
  bool is_free = var->variability == FLAT_PARAMETER && !var->evaluated;
  return is_free && var->type == FLAT_REAL ? var : NULL;
}

static bool evaluate_tolerance(const Flattening *f, ConstantTable *constants,
                               const FlatExpr *expr, Experiment *e)
{
  const FlatVar *parameter = tunable(f->flat, expr);
  if (!parameter) return experiment_evaluate(constants, expr, &e->tolerance);
  e->is_tunable = true;
  e->tolerance_parameter = expr->variable;
  return experiment_evaluate(constants, parameter->binding, &e->tolerance);
}

static void check_positive(const Flattening *f, const FlatExpr *expr, bool has,
                           double value, const char *name)
{
  if (!has || value > 0.0) return;
  fault_error(f->faults, expr->span, E204, "%s must be positive", name);
}

void experiment_finish(const Flattening *f, ConstantTable *constants,
                       const ExperimentExprs *exprs)
{
  Experiment *e = &f->flat->experiment;
  e->has_start = experiment_evaluate(constants, exprs->start, &e->start);
  e->has_stop = experiment_evaluate(constants, exprs->stop, &e->stop);
  e->has_tolerance = evaluate_tolerance(f, constants, exprs->tolerance, e);
  e->has_interval =
      experiment_evaluate(constants, exprs->interval, &e->interval);
  check_positive(f, exprs->tolerance, e->has_tolerance, e->tolerance,
                 "Tolerance");
  check_positive(f, exprs->interval, e->has_interval, e->interval, "Interval");
  if (e->has_stop && e->stop < (e->has_start ? e->start : 0.0)) {
    fault_error(f->faults, exprs->stop->span, E204,
                "StopTime is before StartTime");
  }
}
