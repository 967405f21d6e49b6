/* lower_family.h: the families of equations, as they are appended.
 *
 * Members of a repeat of the flat model (flat_repeat.h) have its family. An
 * equation between arrays, the binding of an array, the connections in a loop,
 * and a loop that cannot be repeated give many equations of one text, one
 * after the other or in turn with those of a few other texts: these are a
 * family, too.
 *
 * needs   equations in the order of the flat model
 * gives   Eq.family and Eq.position (family.h)
 * cost    a comparison with a few spans for each equation
 */
#ifndef FOUCAULT_REDUCE_LOWER_LOWER_FAMILY_H
#define FOUCAULT_REDUCE_LOWER_LOWER_FAMILY_H

#include "flatten/flat/flat_repeat.h"
#include "reduce/system/family.h"

enum {
  FAMILY_TEXTS = 8,  /* that may take turns */
  FAMILY_FEWEST = 16 /* equations of one text that are worth a family */
};

/* Equations of one text; those of a connection are of two kinds. */
typedef struct FamilyText {
  Span span;
  bool is_flow;
  int n;                     /* equations so far; 0: unused */
  int family;                /* 0: there are too few of them */
  int member[FAMILY_FEWEST]; /* equations, as long as there is none */
} FamilyText;

typedef struct LowerFamilies {
  System *sys;
  int first; /* family of the first repeat of the flat model */
  FamilyText text[FAMILY_TEXTS];
  int last, next; /* text that was met last; the one to be given up next */
} LowerFamilies;

LowerFamilies lower_families_begin(System *sys, const FlatModel *flat);

/* Of an equation that was made from `from`, before it is appended. */
void lower_family_of_repeat(const LowerFamilies *f, const FlatEquation *from,
                            Eq *eq);
/* The last equation of the system was appended now. */
void lower_family_appended(LowerFamilies *f);

#endif
