/* set_depth.c: depths of modifiers, and of chains of parameters. */
#include "flatten/flat/set_depth.h"

enum { MOST_PARAMETERS = 100 };

uint8_t set_depth_of(const Modifier *modifier)
{
  const Instance *writer = modifier->context.instance;
  if (!writer || writer->is_package) return SET_BY_TYPE;
  return (uint8_t)(writer->depth < SET_BY_TYPE ? writer->depth
                                               : SET_BY_TYPE - 1);
}

static uint8_t least_depth(const FlatModel *flat, const FlatVar *var)
{
  uint8_t depth = var->set_depth;
  const FlatExpr *value = var->start;
  for (int k = 0; k < MOST_PARAMETERS; k++) {
    if (!value || value->kind != FLAT_EXPR_VARIABLE) break;
    const FlatVar *from = &flat->var[value->variable.i];
    if (!from->binding) break;
    if (from->set_depth < depth) depth = from->set_depth;
    value = from->binding;
  }
  return depth;
}

void set_depth_follow(FlatModel *flat)
{
  for (int i = 0; i < flat->n_vars; i++) {
    FlatVar *var = &flat->var[i];
    if (var->variability <= FLAT_PARAMETER || !var->start) continue;
    var->set_depth = least_depth(flat, var);
  }
}
