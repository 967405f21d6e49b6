/* simple_type.h: a type that a variable was declared with, by its own name, and
 * what it has to do with clocks.
 *
 * `type Angle = Real(unit = "rad")` or an enumeration; the attributes are the
 * type's own, before those of the variable. Made by flatten/classes/declared_type.c in
 * the session's arena, shared by all variables of the type, read by emit/.
 */
#ifndef FOUCAULT_BASE_SIMPLE_TYPE_H
#define FOUCAULT_BASE_SIMPLE_TYPE_H

#include <stdbool.h>
#include <stdint.h>

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

/* What a variable has to do with the clocks of an FMU of FMI 3.0 (section
 * 2.2.8): it is a clock, or it belongs to one. Made by
 * flatten/clocks/clock_interface.c in the flat arena, kept by
 * reduce/lower/lower.c, read by emit/. Other variables are known by their
 * names, which are interned. */
typedef enum ClockRoleKind {
  CLOCK_ROLE_NONE,      /* not a clock: a variable */
  CLOCK_ROLE_PERIODIC,  /* a Boolean input: true while the importer ticks it;
                           `interval` is a parameter */
  CLOCK_ROLE_CHANGING,  /* the same; `interval` changes with each tick */
  CLOCK_ROLE_TRIGGERED, /* the same; nobody knows when */
  CLOCK_ROLE_OUTPUT     /* an Integer output: how often it has ticked */
} ClockRoleKind;

/* What clocks an FMU has; in step with the words in commands/options/options.c. */
typedef enum ClocksWanted {
  CLOCKS_ABSENT,   /* it is not asked for: nothing is made for them */
  CLOCKS_REFUSED,  /* the FMU can have none: a clock as an input is E239 */
  CLOCKS_INTERNAL, /* those that are inputs or outputs of the model; what has an
                      interval ticks by itself */
  CLOCKS_OUTPUT,   /* all of them; the same */
  CLOCKS_INPUT,    /* all of them; what has an interval is ticked by the
                      importer */
  CLOCKS_SCHEDULED /* the same, and nothing of the model is not clocked */
} ClocksWanted;

typedef struct ClockRole {
  ClockRoleKind kind;
  /* of clocks */
  Name interval; /* of the Real with the seconds; NULL: none */
  /* The same as a fraction, below 2^31; resolution 0: it is none; counter 0: it
   * follows from the seconds, which are a whole number of its parts. */
  int64_t counter, resolution;
  /* of all: the input clock that it changes with, and the variable that has the
   * value of the tick before; NULL: none */
  Name clocked_by, previous;
} ClockRole;

#endif
