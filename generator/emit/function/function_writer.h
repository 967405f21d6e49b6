/* function_writer.h: lines of a C function, and the names in it.
 *
 * A slot is a variable of the C function, named after the model's: x_3, or an
 * element of an array: table_5[2].
 *
 * For function_c.c and function_external_c.c.
 */
#ifndef FOUCAULT_EMIT_FUNCTION_FUNCTION_WRITER_H
#define FOUCAULT_EMIT_FUNCTION_FUNCTION_WRITER_H

#include <stdio.h>

#include "emit/function/function_memo.h"
#include "emit/function/repetition.h"
#include "emit/text/c_expression.h"
#include "function/function.h"

typedef struct FunctionWriter {
  const FunctionTable *table;
  const Function *f;
  int number;
  Arena *arena;
  CExpressions *c;
  Walk *walk;       /* apart from that of c */
  WalkStops *stops; /* of c: sums that have variables (function_sums.h) */
  FILE *out;
  int depth; /* of braces */
  int n_names;
  int n_on_stack;   /* numbers of its arrays: stack_share.h */
  size_t n_work;    /* numbers that it needs beside the stack: its `work` */
  bool returns;     /* has `return`: outputs are written after a label */
  const int *given; /* function_given.h; NULL: all inputs are variables */
  const int *given_array;
  FunctionMemo memo;
  bool is_once;                 /* function_effects.h */
  bool loops;                   /* what repeats itself is written as a loop */
  const Repetition *repetition; /* that is written; NULL: none */
  int turn;                     /* number of its loop */
} FunctionWriter;

void writer_local_name(const Function *f, int local,
                       char text[C_VARIABLE_SIZE]);
/* Of its elements, which are doubles. */
void writer_array_name(const Function *f, int local,
                       char text[C_VARIABLE_SIZE]);
void writer_slot_name(const Function *f, int slot, char text[C_VARIABLE_SIZE]);

/* Declares an array of n numbers, on the stack or not. is_zero: with zeros. */
void writer_array(FunctionWriter *w, const char *name, int n, bool is_zero);
/* A line, indented. */
void writer_line(FunctionWriter *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void writer_open_brace(FunctionWriter *w);
void writer_close_brace(FunctionWriter *w);
/* file:line of the model, as a string of C. */
void writer_put_place(FunctionWriter *w, Span span);
/* static const double name[] = {...}; */
void writer_table(FunctionWriter *w, const char *name, const double *number,
                  int n);
/* The text of an expression, its temporaries written before. */
const char *writer_expression(FunctionWriter *w, ExprId e, CType type);
/* Returns a failure; the caller writes the arguments after the first. */
void writer_begin_fail(FunctionWriter *w, const char *function);
/* What the `if` of the line before returns: a failure at this place. */
void writer_fail(FunctionWriter *w, Span span, const char *what);
/* n<k> and room<k>: a new array of `count` elements. */
void writer_room(FunctionWriter *w, Span span, int k, const char *count);

#endif
