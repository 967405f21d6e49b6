/* reduced_fixture.h: hand-made reduced systems for the tests of emit/.
 *
 *   Fixture f = fixture_begin("Small");
 *   VarId x = fixture_real(&f, "x");
 *   fixture_show(&f, x, FMI_LOCAL, FMI_CONTINUOUS, FMI_EXACT, 1.0);
 *   ...
 *   fixture_end(&f);
 */
#ifndef FOUCAULT_TEST_REDUCED_FIXTURE_H
#define FOUCAULT_TEST_REDUCED_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/session.h"
#include "base/temporary.h"
#include "reduce/system/reduced.h"

#define FIXTURE_MAX 64

typedef struct Fixture {
  Session *s;
  System *sys;
  ReducedSystem *r;
  ExprTable *t;
} Fixture;

static inline void *fixture_array(Fixture *f, size_t n, size_t size)
{
  return arena_array(f->s->reduced_arena, n, size);
}

static inline void fixture_time(Fixture *f)
{
  static const VarAttributes of_time = {.unit = "s"};
  f->r->var[f->r->n_vars++] = (ReducedVar){.var = NO_VAR,
                                           .name = session_name(f->s, "time"),
                                           .causality = FMI_INDEPENDENT,
                                           .variability = FMI_CONTINUOUS,
                                           .attributes = &of_time,
                                           .derivative_of = -1};
  f->r->n_real = 1;
}

static inline Fixture fixture_begin(const char *name)
{
  Fixture f = {.s = session_create()};
  f.t = expr_table_create(f.s->session_arena);
  f.sys = arena_alloc(f.s->system_arena, sizeof *f.sys);
  f.sys->arena = f.s->system_arena;
  f.sys->exprs = f.t;
  f.sys->terminal = NO_VAR;
  f.sys->var = fixture_array(&f, FIXTURE_MAX, sizeof(Var));
  f.sys->eq = fixture_array(&f, FIXTURE_MAX, sizeof(Eq));
  f.sys->relation = fixture_array(&f, FIXTURE_MAX, sizeof(EventRelation));
  f.r = arena_alloc(f.s->reduced_arena, sizeof *f.r);
  *f.r = (ReducedSystem){.name = session_name(f.s, name),
                         .identifier = name,
                         .exprs = f.t,
                         .sys = f.sys,
                         .experiment = {.tolerance_parameter = NO_VAR}};
  f.r->var = fixture_array(&f, FIXTURE_MAX, sizeof(ReducedVar));
  f.r->slot = fixture_array(&f, FIXTURE_MAX, sizeof(int));
  f.r->row_of_var = fixture_array(&f, FIXTURE_MAX, sizeof(int));
  f.r->state = fixture_array(&f, FIXTURE_MAX, sizeof(VarId));
  f.r->derivative = fixture_array(&f, FIXTURE_MAX, sizeof(VarId));
  f.r->state_source = f.r->state;
  f.r->derivative_source = f.r->derivative;
  f.r->state_nominal = fixture_array(&f, FIXTURE_MAX, sizeof(double));
  f.r->start = fixture_array(&f, FIXTURE_MAX, sizeof(ReducedStart));
  fixture_time(&f);
  return f;
}

static inline void fixture_end(Fixture *f)
{
  temporary_end(f->s);
  session_destroy(f->s);
}

static inline VarId fixture_var(Fixture *f, const char *name, VarType type)
{
  VarId id = {f->sys->n_vars++};
  f->sys->var[id.i] = (Var){
      .name = session_name(f->s, name),
      .span = NO_SPAN,
      .attributes = arena_alloc(f->s->session_arena, sizeof(VarAttributes)),
      .type = type,
      .kind = VAR_CONTINUOUS,
      .binding = NO_EXPR,
      .start = NO_EXPR,
      .min = NO_EXPR,
      .max = NO_EXPR,
      .nominal = NO_EXPR,
      .derivative = NO_VAR,
      .integral = NO_VAR,
      .set = -1,
      .alias_of = NO_VAR,
      .pre = NO_VAR,
      .pre_of = NO_VAR};
  int *n = type == VAR_REAL      ? &f->r->n_real
           : type == VAR_INTEGER ? &f->r->n_integer
                                 : &f->r->n_boolean;
  f->r->slot[id.i] = (*n)++;
  f->r->row_of_var[id.i] = -1;
  return id;
}

static inline VarId fixture_real(Fixture *f, const char *name)
{
  return fixture_var(f, name, VAR_REAL);
}

/* Words of its own, to be filled in. */
static inline VarAttributes *fixture_words(Fixture *f, ReducedVar *v)
{
  VarAttributes *words = arena_alloc(f->s->session_arena, sizeof *words);
  *words = *v->attributes;
  v->attributes = words;
  return words;
}

/* The variable appears in modelDescription.xml; its row. */
static inline ReducedVar *fixture_show(Fixture *f, VarId id,
                                       FmiCausality causality,
                                       FmiVariability variability,
                                       FmiInitial initial, double start)
{
  f->r->row_of_var[id.i] = f->r->n_vars;
  ReducedVar *v = &f->r->var[f->r->n_vars++];
  *v =
      (ReducedVar){.var = id,
                   .name = f->sys->var[id.i].name,
                   .attributes = f->sys->var[id.i].attributes,
                   .type = f->sys->var[id.i].type,
                   .value_reference = f->r->slot[id.i],
                   .causality = causality,
                   .variability = variability,
                   .initial = initial,
                   .has_start = initial == FMI_EXACT || initial == FMI_APPROX ||
                                causality == FMI_INPUT,
                   .start = start,
                   .derivative_of = -1};
  return v;
}

static inline ReducedBlock *fixture_block(Fixture *f, BlockSequence *q, int n)
{
  if (!q->block) q->block = fixture_array(f, FIXTURE_MAX, sizeof *q->block);
  ReducedBlock *b = &q->block[q->n_blocks++];
  b->n = n;
  b->n_columns = n;
  b->set = -1;
  b->divisor = b->divisor_size = NO_EXPR;
  b->unknown = fixture_array(f, (size_t)n, sizeof(VarId));
  b->equation = fixture_array(f, (size_t)n, sizeof(EqId));
  b->span = fixture_array(f, (size_t)n, sizeof(Span));
  b->residual = fixture_array(f, (size_t)n, sizeof(ExprId));
  for (int k = 0; k < n; k++) {
    b->equation[k] = NO_EQ;
    b->span[k] = NO_SPAN;
  }
  return b;
}

static inline ReducedBlock *fixture_assign(Fixture *f, BlockSequence *q,
                                           VarId unknown, ExprId value)
{
  ReducedBlock *b = fixture_block(f, q, 1);
  b->kind = BLOCK_ASSIGN;
  b->unknown[0] = unknown;
  b->value = value;
  return b;
}

static inline ExprId fixture_value(Fixture *f, VarId id)
{
  return expr_var(f->t, id);
}

static inline ExprId fixture_number(Fixture *f, double value)
{
  return expr_const(f->t, value);
}

#endif
