/* values.h: all variables of an FMU at one instant, for comparing. */
#ifndef FOUCAULT_CHECK_RUN_VALUES_H
#define FOUCAULT_CHECK_RUN_VALUES_H

#include "check/run/probe.h"

/* One value per variable of the description, in its order. */
typedef struct Value {
  double number; /* Real, Integer, Boolean, Enumeration */
  char text[64]; /* the beginning of a String */
} Value;

typedef struct Values {
  int n;
  Value *value; /* in the session arena */
} Values;

Values values_make(Probe *p);
/* Reads every variable; false after run-read, which names the variable. */
bool values_read(Probe *p, Values *values);
/* Byte by byte: the first variable that differs, -1: none. */
int values_difference(const Values *a, const Values *b);
/* "x is 1 instead of 2" in the session arena. */
const char *values_describe(Probe *p, int variable, const Values *expected,
                            const Values *found);

#endif
