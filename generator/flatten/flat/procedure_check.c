/* procedure_check.c: see procedure_check.h. */
#include "flatten/flat/procedure_check.h"

#include <stdlib.h>

typedef struct Checked {
  const FlatModel *flat;
  const FlatProcedure *p;
} Checked;

static void procedure_check_require(bool holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "internal error: procedure: %s\n", what);
  abort();
}

static void require_slot(const Checked *c, int slot)
{
  procedure_check_require(slot >= 0 && slot < c->p->n_slots,
                          "a slot is not its own");
}

static void require_local(const Checked *c, int local)
{
  procedure_check_require(local >= 0 && local < c->p->n_locals,
                          "a local is not its own");
}

static void require_procedure(const Checked *c, int procedure)
{
  procedure_check_require(procedure >= 0 && procedure < c->flat->n_procedures,
                          "a procedure is named that is not there");
}

static void require_row(FlatExpr *const *arg, int n)
{
  for (int k = 0; k < n; k++)
    procedure_check_require(arg[k] != NULL, "an argument is missing");
}

static void check_locals(const Checked *c)
{
  int n = 0;
  for (int k = 0; k < c->p->n_locals; k++) {
    const FlatLocal *local = &c->p->local[k];
    procedure_check_require(local->first == n && local->n >= 0,
                            "a local is not after another");
    procedure_check_require(!local->is_open || local->n == 1,
                            "an open local has one slot");
    if (local->constant) require_row(local->constant, local->n);
    n += local->n;
  }
  procedure_check_require(n == c->p->n_slots, "a slot belongs to no local");
  for (int k = 0; k < c->p->n_inputs; k++) require_slot(c, c->p->input[k]);
  for (int k = 0; k < c->p->n_outputs; k++) require_slot(c, c->p->output[k]);
}

static void procedure_check_call(const Checked *c, const FlatStatement *s)
{
  require_procedure(c, s->procedure);
  const FlatProcedure *called = c->flat->procedure[s->procedure];
  procedure_check_require(s->n_args == called->n_inputs,
                          "a call with a wrong number of arguments");
  require_row(s->arg, s->n_args);
  procedure_check_require(s->n_results <= called->n_outputs,
                          "a call with too many results");
  for (int k = 0; k < s->n_results; k++) {
    if (s->result[k] >= 0) require_slot(c, s->result[k]);
  }
  for (int k = 0; k < s->n_along; k++) {
    procedure_check_require(s->along[k] >= 0 && s->along[k] < called->n_inputs,
                            "a derivative by an input that is not there");
  }
}

static void check_argument(const Checked *c, const FlatExternalArgument *arg)
{
  switch (arg->kind) {
  case EXTERNAL_VALUE:
  case EXTERNAL_SIZE:
    procedure_check_require(arg->value != NULL,
                            "a value for external code is missing");
    break;
  case EXTERNAL_TEXT:
    procedure_check_require(arg->text != NULL,
                            "a text for external code is missing");
    break;
  case EXTERNAL_ARRAY:
  case EXTERNAL_OUTPUT:
    if (arg->local >= 0) require_local(c, arg->local);
    break;
  case EXTERNAL_RECORD:
    for (int k = 0; k < arg->n_fields; k++) {
      if (arg->field[k].kind == FIELD_VALUE) {
        require_local(c, arg->field[k].local);
      }
    }
    break;
  }
}

static void check_external(const Checked *c, const FlatStatement *s)
{
  procedure_check_require(s->external && s->external->name,
                          "external code without a name");
  for (int k = 0; k < s->external->n_args; k++) {
    check_argument(c, &s->external->arg[k]);
  }
  if (s->external->result >= 0) require_slot(c, s->external->result);
  if (s->external->record) check_argument(c, s->external->record);
}

static void check_statement(const Checked *c, const FlatStatement *s)
{
  switch (s->kind) {
  case STATEMENT_ASSIGN:
    if (s->text) break; /* terminate() */
    require_slot(c, s->target);
    procedure_check_require(s->value != NULL, "an assignment without a value");
    break;
  case STATEMENT_ALLOCATE:
    require_local(c, s->local);
    procedure_check_require(s->value != NULL, "an array without a size");
    break;
  case STATEMENT_CHECK:
    procedure_check_require(s->value != NULL, "the check of no subscript");
    break;
  case STATEMENT_READ:
    require_slot(c, s->target);
    require_local(c, s->local);
    procedure_check_require(s->value != NULL, "an element without a subscript");
    break;
  case STATEMENT_WRITE:
    require_local(c, s->local);
    procedure_check_require(s->value && s->index,
                            "an element without a subscript or value");
    break;
  case STATEMENT_CALL: procedure_check_call(c, s); break;
  case STATEMENT_IF:
    procedure_check_require(s->value != NULL, "if without a condition");
    break;
  case STATEMENT_FOR:
    require_slot(c, s->target);
    procedure_check_require(s->value && s->limit, "a loop without a range");
    break;
  case STATEMENT_ASSERT:
    procedure_check_require(s->value != NULL, "assert without a condition");
    break;
  case STATEMENT_EXTERNAL: check_external(c, s); break;
  case STATEMENT_LOOP:
  case STATEMENT_BREAK:
  case STATEMENT_RETURN: break;
  }
}

/* The recursion follows the nesting of the text. */
static void check_statements(const Checked *c, const FlatStatementList *list)
{
  for (int k = 0; k < list->n_items; k++) {
    check_statement(c, &list->item[k]);
    check_statements(c, &list->item[k].body);
    check_statements(c, &list->item[k].otherwise);
  }
}

static void check_inverse(const Checked *c, const FlatInverse *inverse)
{
  require_procedure(c, inverse->procedure);
  procedure_check_require(inverse->input >= 0 &&
                              inverse->input < c->p->n_inputs,
                          "the inverse of an input that is not there");
}

void procedure_check(const FlatModel *flat, int number)
{
  procedure_check_require(flat->procedure[number] != NULL, "it is missing");
  Checked c = {flat, flat->procedure[number]};
  procedure_check_require(c.p->name && c.p->name[0], "it has no name");
  check_locals(&c);
  check_statements(&c, &c.p->body);
  for (int k = 0; k < c.p->n_derivatives; k++) {
    require_procedure(&c, c.p->derivative[k].procedure);
  }
  for (int k = 0; k < c.p->n_inverses; k++) {
    check_inverse(&c, &c.p->inverse[k]);
  }
  if (c.p->destructor >= 0) require_procedure(&c, c.p->destructor);
}
