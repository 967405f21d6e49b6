/* printed_expressions.c: which expressions are in the text that is printed. */
#include "flatten/flat/flat_visit.h"
#include "flatten/print/printed_function.h"
#include "flatten/print/procedure_print.h"

typedef struct Reading {
  const FlatModel *flat;
  EachExpr each;
  void *context;
} Reading;

/* --- of the model itself --- */

static bool is_in_text(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_BINDING:
  case FLAT_AT_START:
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED:
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_SHOWN:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_TARGET:
  case FLAT_AT_VALUE:
  case FLAT_AT_ASSERTION: return true;
  case FLAT_AT_RESULT_SIDE: return false; /* the section is printed */
  case FLAT_AT_CLOCK:                     /* gone */
  case FLAT_AT_SUBSCRIPT: return false;   /* in the assertion, too */
  case FLAT_AT_TABLE:                     /* procedure_print_each() */
  case FLAT_AT_STATEMENT:
  case FLAT_AT_WRITTEN_CONDITION:
  case FLAT_AT_EXTERNAL: return false;
  }
  return false;
}

static bool is_of_variable(FlatPlace place)
{
  return place <= FLAT_AT_FIXED;
}

static void read_text(void *context, FlatPlace place, int at, const FlatExpr *e)
{
  const Reading *r = context;
  if (is_of_variable(place) && r->flat->var[at].is_internal) return;
  r->each(r->context, e);
}

void printer_each(const FlatModel *flat, EachExpr each, void *context)
{
  Reading r = {flat, each, context};
  flat_read_expressions(flat, is_in_text, read_text, &r);
}

/* --- of its functions --- */

static bool is_in_function(FlatPlace place)
{
  switch (place) {
  case FLAT_AT_STATEMENT:
  case FLAT_AT_EXTERNAL:
  case FLAT_AT_TABLE: return true;
  case FLAT_AT_WRITTEN_CONDITION: /* in the if-statement, too */ return false;
  case FLAT_AT_BINDING:
  case FLAT_AT_START:
  case FLAT_AT_NOMINAL:
  case FLAT_AT_BOUND:
  case FLAT_AT_FIXED:
  case FLAT_AT_SIDE:
  case FLAT_AT_INITIAL_SIDE:
  case FLAT_AT_RESULT_SIDE:
  case FLAT_AT_CLOCK:
  case FLAT_AT_SHOWN:
  case FLAT_AT_WHEN_CONDITION:
  case FLAT_AT_GUARD:
  case FLAT_AT_TARGET:
  case FLAT_AT_VALUE:
  case FLAT_AT_ASSERTION:
  case FLAT_AT_SUBSCRIPT: return false; /* not in a procedure */
  }
  return false;
}

static void read_function(void *context, FlatPlace place, int at,
                          const FlatExpr *e)
{
  const Reading *r = context;
  (void)place, (void)at;
  r->each(r->context, e);
}

void printed_each(const FlatProcedure *from, EachExpr each, void *context)
{
  Reading r = {NULL, each, context};
  flat_read_procedure(from, 0, is_in_function, read_function, &r);
}

void procedure_print_each(Printer *p, EachExpr each, void *context)
{
  PrintedFunctions *all = p->functions;
  for (int i = 0; i < all->n_items; i++)
    printed_each(printed_procedure(p, all->item[i]), each, context);
}
