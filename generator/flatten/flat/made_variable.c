/* made_variable.c: see made_variable.h. */
#include "flatten/flat/made_variable.h"

#include <assert.h>

#include "base/vector.h"

FlatVarId made_variable_public(const Flattening *f, Name name, FlatType type,
                               FlatVariability variability, Span span)
{
  FlatModel *flat = f->flat;
  flat->var = vector_grow(f->s->flat_arena, flat->var, &flat->cap_vars,
                          flat->n_vars + 1, sizeof flat->var[0]);
  f->tables->variable =
      vector_grow(f->arena, f->tables->variable, &f->tables->cap_variables,
                  flat->n_vars + 1, sizeof f->tables->variable[0]);
  f->tables->variable[flat->n_vars] = (Variable){.instance = f->tables->root};
  flat->var[flat->n_vars] = (FlatVar){.name = name,
                                      .span = span,
                                      .type = type,
                                      .variability = variability,
                                      .state_select = FLAT_STATE_DEFAULT};
  return (FlatVarId){flat->n_vars++};
}

FlatVarId made_variable(const Flattening *f, const char *name, FlatType type,
                        FlatVariability variability, Span span)
{
  char *full =
      arena_printf(session_scratch(f->s), "'$%s%d'", name, f->flat->n_vars);
  FlatVarId id = made_variable_public(f, session_name(f->s, full), type,
                                      variability, span);
  f->flat->var[id.i].is_protected = true;
  return id;
}

FlatExpr *made_variable_use(const Flattening *f, Span span, FlatVarId id)
{
  assert(id.i >= 0 && id.i < f->flat->n_vars);
  return types_variable(&f->typing, span, id, &f->flat->var[id.i]);
}

FlatExpr *made_variable_previous(const Flattening *f, Span span, FlatVarId id)
{
  FlatExpr *variable = made_variable_use(f, span, id);
  return types_clock(&f->typing, span, FLAT_CLOCK_PREVIOUS, variable->type,
                     variable->enumeration, &variable, 1);
}

void made_variable_equate(const Flattening *f, Span span, FlatVarId id,
                          FlatExpr *value)
{
  FlatModel *flat = f->flat;
  assert(value->type == flat->var[id.i].type);
  flat->equation =
      vector_grow(f->s->flat_arena, flat->equation, &flat->cap_equations,
                  flat->n_equations + 1, sizeof flat->equation[0]);
  flat->equation[flat->n_equations++] = (FlatEquation){
      .span = span, .left = made_variable_use(f, span, id), .right = value};
}
