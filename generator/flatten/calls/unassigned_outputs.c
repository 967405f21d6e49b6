/* unassigned_outputs.c: see unassigned_outputs.h.
 *
 * One walk follows the ways through the statements with the set of outputs
 * that each way has assigned so far; where two ways meet, what both have
 * remains. On the side it notes which elements and fields are assigned
 * anywhere. */
#include "flatten/calls/unassigned_outputs.h"

#include <assert.h>
#include <string.h>

#include "flatten/functions/function_variables.h"
#include "flatten/instances/binding.h"

#define MOST_ELEMENTS 64 /* of a vector whose elements are told apart */

typedef struct Output {
  Instance *variable;
  bool is_whole;     /* assigned as a whole somewhere, or by computed indices */
  bool *element;     /* [n_elements] of a vector: assigned by a literal index */
  int n_elements;    /* 0: not told apart */
  const Name *field; /* [n_fields] that are assigned */
  int n_fields;
  bool may_lack; /* a way returns without it */
  Span where;    /* the condition that decides it */
} Output;

/* Where the outputs stand at one place of one way. */
typedef struct Way {
  bool *assigned; /* [n_outputs] */
  Span *lost;     /* [n_outputs] the condition that has not assigned it */
  bool is_over;   /* nothing after this place is carried out */
} Way;

typedef struct Look {
  const Flattening *f;
  Arena *scratch;
  InstClass *function;
  Output *output;
  int n_outputs;
} Look;

/* --- the outputs --- */

/* Of a vector with a literal size. */
static int literal_size(const Instance *variable)
{
  const AstSubscript *size =
      variable->rank == 1 ? variable->dimension[0].written : NULL;
  bool is_literal = size && size->expr && size->expr->kind == AST_INTEGER &&
                    size->expr->integer <= MOST_ELEMENTS;
  return is_literal && instance_is_variable(variable) ? (int)size->expr->integer
                                                      : 0;
}

static void unassigned_outputs_list(Look *look, const Components *variables)
{
  look->output = arena_array(look->scratch, (size_t)variables->n_items + 1,
                             sizeof look->output[0]);
  for (int i = 0; i < variables->n_items; i++) {
    Instance *v = variables->item[i];
    if (v->prefix.causality != AST_OUTPUT || v->broken || binding_exists(v) ||
        function_has_open_size(v))
      continue;
    Output *o = &look->output[look->n_outputs++];
    o->variable = v;
    o->n_elements = literal_size(v);
    o->element = arena_array(look->scratch, (size_t)o->n_elements + 1,
                             sizeof o->element[0]);
  }
}

/* --- assignments --- */

static void note_element(Output *o, const AstNamePart *part)
{
  const AstExpr *index =
      part->n_subscripts == 1 ? part->subscript[0].expr : NULL;
  if (!index || index->kind != AST_INTEGER || index->integer < 1 ||
      index->integer > o->n_elements) {
    o->is_whole = true;
    return;
  }
  o->element[index->integer - 1] = true;
}

static void note_field(const Look *look, Output *o, Name name)
{
  Name *field =
      arena_array(look->scratch, (size_t)o->n_fields + 1, sizeof field[0]);
  if (o->n_fields > 0)
    memcpy(field, o->field, (size_t)o->n_fields * sizeof field[0]);
  for (int i = 0; i < o->n_fields; i++)
    if (field[i] == name) return;
  field[o->n_fields++] = name;
  o->field = field;
}

static void unassigned_outputs_assign(const Look *look, Way *way,
                                      const AstExpr *target)
{
  if (!target || target->kind != AST_REFERENCE) return;
  const AstReference *name = target->reference;
  const AstNamePart *part = &name->part[0];
  for (int i = 0; i < look->n_outputs; i++) {
    Output *o = &look->output[i];
    if (o->variable->name != part->ident) continue;
    way->assigned[i] = true;
    if (part->n_subscripts > 0)
      note_element(o, part);
    else if (name->n_parts > 1)
      note_field(look, o, name->part[1].ident);
    else
      o->is_whole = true;
  }
}

/* --- ways through the conditions --- */

static Way copy_way(const Look *look, const Way *way)
{
  size_t n = (size_t)look->n_outputs + 1;
  Way copy = {.assigned = arena_array(look->scratch, n, sizeof(bool)),
              .lost = arena_array(look->scratch, n, sizeof(Span)),
              .is_over = way->is_over};
  memcpy(copy.assigned, way->assigned, n * sizeof(bool));
  memcpy(copy.lost, way->lost, n * sizeof(Span));
  return copy;
}

/* Two ways meet after the condition. */
static void meet_ways(const Look *look, Way *way, const Way *a, const Way *b,
                      Span condition)
{
  way->is_over = a->is_over && b->is_over;
  for (int i = 0; i < look->n_outputs; i++) {
    bool in_a = a->assigned[i] || a->is_over;
    bool in_b = b->assigned[i] || b->is_over;
    if (!way->assigned[i] && in_a != in_b) way->lost[i] = condition;
    way->assigned[i] = in_a && in_b;
  }
}

static void return_here(Look *look, Way *way)
{
  for (int i = 0; i < look->n_outputs && !way->is_over; i++) {
    if (way->assigned[i] || look->output[i].may_lack) continue;
    look->output[i].may_lack = true;
    look->output[i].where = way->lost[i];
  }
  way->is_over = true;
}

static void follow_list(Look *look, AstStatement *const *statement, int n,
                        Way *way);

static void follow_if(Look *look, const AstStatement *s, int k, Way *way)
{
  if (k == s->n_branches) return;
  const AstStatementBranch *branch = &s->branch[k];
  if (!branch->condition) {
    follow_list(look, branch->statement, branch->n_statements, way);
    return;
  }
  Way yes = copy_way(look, way), no = copy_way(look, way);
  follow_list(look, branch->statement, branch->n_statements, &yes);
  follow_if(look, s, k + 1, &no);
  meet_ways(look, way, &yes, &no, branch->condition->span);
}

/* As if it had turns; a way that ends inside of it ends there. */
static void follow_loop(Look *look, const AstStatement *s, Way *way)
{
  Way inside = copy_way(look, way);
  follow_list(look, s->branch[0].statement, s->branch[0].n_statements, &inside);
  for (int i = 0; i < look->n_outputs; i++)
    way->assigned[i] |= inside.assigned[i];
}

/* assert(false, ...) ends all. */
static bool never_goes_on(const AstExpr *call)
{
  return call->kind == AST_CALL && call->reference->n_parts == 1 &&
         strcmp(call->reference->part[0].ident, "assert") == 0 &&
         call->n_args > 0 && call->arg[0] && call->arg[0]->kind == AST_FALSE;
}

static void follow_one(Look *look, const AstStatement *s, Way *way)
{
  switch (s->kind) {
  case AST_ST_ASSIGN: unassigned_outputs_assign(look, way, s->left); break;
  case AST_ST_ASSIGN_TUPLE:
    for (int k = 0; k < s->left->n_args; k++)
      unassigned_outputs_assign(look, way, s->left->arg[k]);
    break;
  case AST_ST_CALL: way->is_over = never_goes_on(s->left); break;
  case AST_ST_IF: follow_if(look, s, 0, way); break;
  case AST_ST_FOR:
  case AST_ST_WHILE: follow_loop(look, s, way); break;
  case AST_ST_BREAK: way->is_over = true; break;
  case AST_ST_RETURN: return_here(look, way); break;
  case AST_ST_WHEN: break; /* not in functions */
  }
}

/* The recursion follows the nesting of the text. What is never carried out is
 * looked at for its elements and fields alone. */
static void follow_list(Look *look, AstStatement *const *statement, int n,
                        Way *way)
{
  for (int i = 0; i < n; i++) {
    Way unreached = copy_way(look, way);
    follow_one(look, statement[i], way->is_over ? &unreached : way);
  }
}

/* --- what is reported --- */

static void report_missing(const Look *look, const Output *o, const char *part)
{
  fault_warning(look->f->faults, o->variable->element->name_span, W211,
                "'%s' is returned by function '%s', which assigns nothing to "
                "it (section 12.4.4)",
                part, look->function->full_name);
}

/* True: some part gets no value at all. */
static bool lacks_part(const Look *look, const Output *o)
{
  if (o->is_whole) return false;
  Arena *scratch = look->scratch;
  for (int k = 0; k < o->n_elements; k++) {
    if (o->element[k]) continue;
    report_missing(look, o,
                   arena_printf(scratch, "%s[%d]", o->variable->name, k + 1));
    return true;
  }
  if (o->n_fields == 0) return false;
  Components parts = instance_components(look->f, o->variable);
  for (int i = 0; i < parts.n_items; i++) {
    const Instance *part = parts.item[i];
    bool is_given =
        binding_exists(part) || !instance_is_variable(part) || part->rank > 0;
    for (int k = 0; k < o->n_fields; k++) is_given |= o->field[k] == part->name;
    if (is_given) continue;
    report_missing(
        look, o, arena_printf(scratch, "%s.%s", o->variable->name, part->name));
    return true;
  }
  return false;
}

static void report_way(const Look *look, const Output *o)
{
  const Faults *faults = look->f->faults;
  Diagnostic *d = fault_warning(
      faults, o->variable->element->name_span, W211,
      "the output '%s' of function '%s' may be returned without a value "
      "(section 12.4.4)",
      o->variable->name, look->function->full_name);
  fault_note(faults, d, o->where, "where this does not lead to an assignment");
}

static void report_outputs(const Look *look)
{
  for (int i = 0; i < look->n_outputs; i++) {
    const Output *o = &look->output[i];
    bool is_assigned = o->is_whole || o->n_fields > 0;
    for (int k = 0; k < o->n_elements; k++) is_assigned |= o->element[k];
    if (!is_assigned) continue; /* who calls it says so */
    if (!lacks_part(look, o) && o->may_lack) report_way(look, o);
  }
}

void unassigned_outputs_check(const Flattening *f, InstClass *function,
                              const Components *variables)
{
  ClassPart *where, *first = lookup_first_part(f->lookup, function);
  const AstSection *algorithm =
      first ? function_find_algorithm(f, first, &where) : NULL;
  if (!algorithm) return;
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  Look look = {.f = f, .scratch = scratch, .function = function};
  unassigned_outputs_list(&look, variables);
  size_t n = (size_t)look.n_outputs + 1;
  Way way = {.assigned = arena_array(scratch, n, sizeof(bool)),
             .lost = arena_array(scratch, n, sizeof(Span))};
  for (size_t i = 0; i < n; i++) way.lost[i] = NO_SPAN;
  follow_list(&look, algorithm->statement, algorithm->n_statements, &way);
  return_here(&look, &way);
  report_outputs(&look);
  arena_release(mark);
}
