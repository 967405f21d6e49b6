/* function_record.h: the variables of a function that are records: their
 * shape, and the values that are written for their fields.
 *
 * A size inside of a record may be a field before it: record V Integer n;
 * Real v[n]; end V, declared as V r(n = 3). A value written in the record
 * itself sees the fields, one in the declaration of the variable the other
 * variables of the function.
 *
 * needs   a FunctionBuild whose inputs, and the variables before, are bound
 * fails   E205 a size that is not known at translation; E290
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_RECORD_H
#define FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_RECORD_H

#include "flatten/functions/function_build.h"

/* A Value of the declared type of any variable: what it is before anything is
 * assigned. The context has the values of the variables that sizes may name.
 * NULL after a diagnostic. */
Value *function_record_shape(const Flattening *f, Context context,
                             Instance *variable);
/* The same of one field of a record, for size(); NULL: it has no such field,
 * or after a diagnostic. */
Value *function_field_shape(const Flattening *f, Context context,
                            Instance *variable, Name name, Span span);
/* Assigns to the locals of a record what is written for its fields. */
bool function_record_start(const Flattening *f, FunctionBuild *b,
                           Instance *variable, const Value *locals);
/* The locals of an input with its sizes as numbers: in a record that has
 * Real v[n], the field n is the size of v. Others come back as they are. */
Value *function_record_sizes(const Flattening *f, Instance *variable,
                             Value *locals);
/* A Value of the declared type with what is written for its fields; for
 * records without arrays of records inside. NULL after a diagnostic. */
bool function_record_is_single(const Flattening *f, Instance *variable);
Value *function_record_value(const Flattening *f, Context context,
                             Instance *variable);
/* A record, or an array of them, whose declarations give each field a value:
 * result(re = x, ...). NULL: it is none, or some field has no value; or after a
 * diagnostic. */
Value *function_field_values(const Flattening *f, Context context,
                             Instance *variable);
/* Has the value the fields of the record, of their types? More fields, and
 * other sizes, are not looked at. */
bool function_record_accepts(const Flattening *f, Instance *variable,
                             const Value *value);
/* Is something written for a field of the record? */
bool function_record_has_values(const Flattening *f, Instance *variable);
/* Does a value written for a field name the variable of the function? */
bool function_record_names(const Flattening *f, Instance *variable,
                           bool (*names)(const AstExpr *expr, Name name),
                           Name name);

#endif
