/* known_fields.c: see known_fields.h. */
#include "flatten/functions/known_fields.h"

#include <assert.h>

#include "flatten/instances/instance.h"
#include "flatten/values/open_array.h"

const KnownFields *known_fields_seen(const KnownFields *known,
                                     const Modifier *modifier)
{
  const ClassPart *written = modifier->context.part;
  while (known && (!written || written->whole != known->record))
    known = known->around;
  return known;
}

/* The record is a part of as many arrays as names lead to the field, but for
 * its own name and those that `each` leaves out. */
static int count_records(const Modifier *modifier)
{
  return modifier->n_levels - 1 - modifier->n_each;
}

int known_fields_rows(const KnownFields *known, const Modifier *modifier)
{
  int rank = 0;
  for (int n = count_records(modifier); known && n > 0; n--) {
    rank += known->rank;
    known = known->around;
  }
  return rank;
}

static void report_rows(const Flattening *f, const Modifier *m,
                        const Value *whole)
{
  Diagnostic *d =
      fault_error(f->faults, m->value->span, E213,
                  "'%s' is modified in each element of an array: this is %s",
                  m->name, value_type_text(&f->typing, whole));
  fault_note(f->faults, d, m->span,
             "write 'each' to give all elements the same value");
}

/* Which row it is, the last dimension first; -1: the sizes are others. */
static int row_number(const KnownFields *known, const Modifier *m,
                      const Value *whole, int rank)
{
  int row = 0, size = 1;
  for (int n = count_records(m); known && n > 0; n--) {
    int own = 1;
    for (int i = known->rank - 1; i >= 0; i--) {
      if (whole->dim[--rank] != known->dim[i]) return -1;
      own *= known->dim[i];
    }
    row += known->element * size;
    size *= own;
    known = known->around;
  }
  assert(rank == 0);
  return row;
}

Value *known_fields_row(const Flattening *f, const KnownFields *known,
                        const Modifier *modifier, Value *whole)
{
  int rank = whole ? known_fields_rows(known, modifier) : 0;
  if (rank == 0) return whole;
  if (open_is(whole)) {
    fault_unsupported(f->faults, modifier->value->span,
                      "a value of computed size for the records of an array");
    return NULL;
  }
  int row = whole->rank < rank ? -1 : row_number(known, modifier, whole, rank);
  if (row < 0) {
    report_rows(f, modifier, whole);
    return NULL;
  }
  return value_element(&f->typing, whole, rank, row);
}

/* Its size is known when the function is called, or it has no element. */
static Instance *element_for_all(const Flattening *f, Instance *array)
{
  assert(array->rank > 0);
  Name name = session_name(f->s, "[]");
  Instance *element = name_map_find(&f->tables->parts, array->id, name);
  if (element || array->broken || !array->type ||
      array->type->kind != CLASS_WRITTEN)
    return element ? element : array;
  element = instance_make(f, array->parent, array->name, array->path);
  instance_copy(element, array);
  element->rank = 0;
  element->n_elements = 1;
  element->array_element = NULL;
  element->is_expanded = true;
  element->class_def =
      lookup_instance_class(f->lookup, array->type, element, array->modifier);
  name_map_add(&f->tables->parts, array->id, name, element);
  return element;
}

Instance *known_fields_element(const Flattening *f, Instance *variable)
{
  if (variable->rank == 0 || instance_is_variable(variable)) return variable;
  if (variable->array_element && variable->n_elements > 0)
    return variable->array_element[0];
  return element_for_all(f, variable);
}
