/* flat_printer.h: names, literals and expressions for all that print parts of
 * the flat model: flat_print.c, algorithm_print.c, procedure_print.c. */
#ifndef FOUCAULT_FLATTEN_PRINT_FLAT_PRINTER_H
#define FOUCAULT_FLATTEN_PRINT_FLAT_PRINTER_H

#include <stdio.h>

#include "flatten/flat/procedure.h"

/* What is still to be printed: a text or an expression. */
typedef struct PrinterItem {
  const FlatExpr *expr;
  const char *text;
  bool bare; /* a whole Real literal needs no point */
} PrinterItem;

typedef struct Printer {
  const FlatModel *flat;
  FILE *out;
  Arena *arena;
  PrinterItem *item;
  int n_items, cap_items;
  struct PrintedFunctions *functions; /* NULL: none are printed */
} Printer;

/* The shortest decimal that reads back as the same number; bare: a whole one
 * needs no point. */
void printer_real(double value, bool bare, FILE *out);
void printer_string(const char *text, FILE *out);
/* Quoted, where it is not an identifier. */
void printer_name(const char *name, FILE *out);
/* The same as a text in the arena, with something after the name. */
const char *printer_name_text(Arena *arena, const char *name,
                              const char *suffix);
/* The beginning of a line that is so deep. */
void printer_indent(Printer *p, int depth);
void printer_enumeration(const Printer *p, const FlatEnumeration *type);
/* bare: a whole Real literal needs no point. */
void printer_expr(Printer *p, const FlatExpr *expr, bool bare);
/* As a side of a relation. */
void printer_operand(Printer *p, const FlatExpr *expr);
/* "left = right" */
void printer_sides(Printer *p, const FlatExpr *left, const FlatExpr *right);
/* Onto the stack of what is still to be printed. */
void printer_push(Printer *p, PrinterItem item);

typedef void (*EachExpr)(void *context, const FlatExpr *expr);
/* All expressions of the model itself, in the order of the text. */
void printer_each(const FlatModel *flat, EachExpr each, void *context);

#endif
