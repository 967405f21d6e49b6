/* simple_type.h: a type that a variable was declared with, by its own name.
 *
 * `type Angle = Real(unit = "rad")` or an enumeration; the attributes are the
 * type's own, before those of the variable. Made by flatten/classes/declared_type.c in
 * the session's arena, shared by all variables of the type, read by emit/.
 */
#ifndef FOUCAULT_BASE_SIMPLE_TYPE_H
#define FOUCAULT_BASE_SIMPLE_TYPE_H

#include <stdbool.h>

#include "base/interned_string.h"

typedef enum SimpleKind {
  SIMPLE_REAL,
  SIMPLE_INTEGER,
  SIMPLE_BOOLEAN,
  SIMPLE_STRING,
  SIMPLE_ENUMERATION
} SimpleKind;

typedef struct SimpleLiteral {
  Name name;
  const char *description; /* NULL: none */
} SimpleLiteral;

typedef struct SimpleType {
  SimpleKind kind;
  Name name; /* full class name */
  const char *description, *quantity, *unit, *display_unit; /* NULL: none */
  /* numbers as written, else not given */
  bool has_min, has_max, has_nominal, has_start;
  double min, max, nominal, start;
  SimpleLiteral *literal; /* SIMPLE_ENUMERATION: values from 1 */
  int n_literals;
} SimpleType;

#endif
