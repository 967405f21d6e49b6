/* known_fields.h: a record that is made field by field, in a function or by a
 * constructor, and the records that it is a part of.
 *
 * A value that is written for a field may name fields of the record in whose
 * text it stands: record R Real z; S a[2](each k = z); end R. One that is
 * written for all records of an array has a row for each of them, unless `each`
 * leaves the array out (modification.h).
 *
 * fails   E213 rows that are not those of the array; E290
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_KNOWN_FIELDS_H
#define FOUCAULT_FLATTEN_FUNCTIONS_KNOWN_FIELDS_H

#include "flatten/expressions/expressions.h"

typedef struct KnownFields {
  const InstClass *record;          /* in whose text the names are written */
  const Iteration *fields;          /* those that have their values */
  const struct KnownFields *around; /* the record that this one is a part of */
  /* The array of records that this one belongs to, and which one it is. */
  int rank;
  const int *dim;
  int element;
} KnownFields;

/* The record whose fields are seen where the modifier's value is written; NULL:
 * none of them. */
const KnownFields *known_fields_seen(const KnownFields *known,
                                     const Modifier *modifier);
/* The dimensions in front of the field's own that the value must have: those
 * of the arrays of records that its path goes through. */
int known_fields_rows(const KnownFields *known, const Modifier *modifier);
/* What the value is for the record at hand; NULL after a diagnostic. */
Value *known_fields_row(const Flattening *f, const KnownFields *known,
                        const Modifier *modifier, Value *whole);
/* The record, or one that stands for all of an array of them. */
Instance *known_fields_element(const Flattening *f, Instance *variable);

#endif
