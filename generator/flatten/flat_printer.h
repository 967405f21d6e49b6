/* flat_printer.h: what flat_print.c and procedure_print.c share. */
#ifndef FOUCAULT_FLATTEN_FLAT_PRINTER_H
#define FOUCAULT_FLATTEN_FLAT_PRINTER_H

#include <stdio.h>

#include "flatten/procedure.h"

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

void printer_string(const char *text, FILE *out);
/* Quoted, where it is no identifier. */
void printer_name(const char *name, FILE *out);
/* The same as a text in the arena, with something behind the name. */
const char *printer_name_text(Arena *arena, const char *name,
                              const char *suffix);
void printer_enumeration(const Printer *p, const FlatEnumeration *type);
/* bare: a whole Real literal needs no point. */
void printer_expr(Printer *p, const FlatExpr *expr, bool bare);
/* As a side of a relation. */
void printer_operand(Printer *p, const FlatExpr *expr);

/* Called with NULL too. */
typedef void (*EachExpr)(void *context, const FlatExpr *expr);
/* All expressions of the model itself, in the order of the text. */
void printer_each(const FlatModel *flat, EachExpr each, void *context);

#endif
