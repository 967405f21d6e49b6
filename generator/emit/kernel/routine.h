/* routine.h: C functions that are lists of similar items, cut when long.
 *
 * A compiler's work on one function grows faster than its length. A long
 * routine becomes several static functions, called one after the other:
 *
 *   static int evaluate_1(ModelValues *v) { ... }
 *   static int evaluate_2(ModelValues *v) { ... }
 *   static int evaluate(ModelValues *v)
 *   {
 *     if (evaluate_1(v)) return 1;
 *     if (evaluate_2(v)) return 1;
 *     return 0;
 *   }
 *
 * Items that can be described are compared with each other: what repeats
 * itself is written once, as a loop (c_loop.h).
 */
#ifndef FOUCAULT_EMIT_KERNEL_ROUTINE_H
#define FOUCAULT_EMIT_KERNEL_ROUTINE_H

#include "emit/kernel/model_text.h"

typedef struct Routine Routine;
struct Routine {
  const char *name;   /* of the C function */
  const char *values; /* "ModelValues *v" */
  const char *second; /* "double *residual"; NULL: no second parameter */
  bool can_fail;      /* returns int, non-zero: failed; otherwise void */
  int n_items;
  int batch; /* so many items are written together, sharing temporaries */
  /* Writes the statements of items begin .. end-1. */
  void (*write)(ModelText *m, const Routine *r, int begin, int end, FILE *out);
  /* Do both items use one call of a function? They are then written together,
   * whatever the batch; may be NULL. */
  bool (*joins)(const ModelText *m, const Routine *r, int item, int before);
  const void *context; /* for write(), joins(), describe() and label() */
  /* Says what an item is made of, in the scratch arena; NULL: there are no
   * loops. write() must then write its indices by model_text_index(). */
  void (*describe)(ModelText *m, const Routine *r, int item,
                   KernelItem *kernel);
  const int
      *kernel; /* of the first n_kernels items, found before; -1: comes too
                       seldom for a loop */
  int n_kernels;
  /* What the reader knows an item by; may be NULL. */
  const char *(*label)(const ModelText *m, const Routine *r, int item);
};

void routine_write(ModelText *m, const Routine *r, FILE *out);

/* The items alone, inside of a function that another routine writes. */
void routine_write_items(ModelText *m, const Routine *r, FILE *out);

#endif
