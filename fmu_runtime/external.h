/* external.h: calls of external C functions from generated code.
 *
 *   ExternalFrame frame;
 *   external_enter(v, &frame);
 *   if (setjmp(frame.jump) == 0) { y = f(x); }
 *   external_leave(&frame);
 *   if (frame.failed) return function_fail(..., frame.message);
 *
 * ModelicaError() inside of f jumps back, so that the importer gets an error
 * instead of a program that ends. Its functions get no instance: which call
 * is going on is kept per thread.
 */
#ifndef FOUCAULT_EXTERNAL_H
#define FOUCAULT_EXTERNAL_H

#include "model.h"
#ifdef __wasm__ /* has no jumps: an error ends the module, after its message */
#define setjmp(jump) 0
typedef char ExternalJump;
#else
#include <setjmp.h>
typedef jmp_buf ExternalJump;
#endif

typedef struct ExternalFrame {
  ExternalJump jump;
  const ModelValues *values;
  struct ExternalFrame *around;
  void *memory; /* of ModelicaAllocateString(), freed at the end */
  volatile int failed;
  char message[400];
} ExternalFrame;

void external_enter(const ModelValues *v, ExternalFrame *frame);
void external_leave(ExternalFrame *frame);

/* An Integer for C. What its int does not have is put into *beyond: then C is
 * not called. */
static inline int external_int(double value, double *beyond)
{
  if (value >= -2147483648.0 && value <= 2147483647.0) return (int)value;
  *beyond = value;
  return 0;
}

#endif
