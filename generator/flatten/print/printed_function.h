/* printed_function.h: what is known of a function while it is printed.
 * For the files that print functions and sections.
 *
 * needs   procedures of the flat model; a function is added before it is named
 */
#ifndef FOUCAULT_FLATTEN_PRINT_PRINTED_FUNCTION_H
#define FOUCAULT_FLATTEN_PRINT_PRINTED_FUNCTION_H

#include "flatten/flat/name_map.h"
#include "flatten/print/flat_printer.h"

/* An input or output: a scalar slot, or all slots of an array. */
typedef struct SlotGroup {
  int first, size; /* size 0: a scalar */
} SlotGroup;

typedef struct PrintedFunction {
  int procedure;
  const char *name;
  const char **selector; /* [n_outputs] the functions that give one result;
                            NULL: no expression wants it */
  bool reads_model;      /* a variable of it, or time */
  const char *value;     /* what selectors call their result; NULL: none yet */
  SlotGroup *input, *output;
  int n_inputs, n_outputs, *input_size;
  const char *omitted; /* why its statements cannot be written: only its head
                          is; NULL: they can */
  const FlatAlgorithm *section; /* NULL: a function */
  const FlatExpr **shown;       /* [n_slots] of a section: what is printed in
                                   place of the slot; NULL: its name */
  bool *is_hidden;              /* [n_slots] of a section: internal */
  const char *body;             /* of a section */
  const char **text;            /* [n_slots] NULL: not named yet */
  const FlatEnumeration **type; /* [n_slots] of enumerations */
  int *reads, *writes;          /* [n_slots] */
  int *local_of;                /* [n_slots] */
  SlotGroup *declared;          /* protected variables, as they appear */
  int n_declared, cap_declared;
} PrintedFunction;

typedef struct PrintedFunctions {
  Session *s;
  NameMap names; /* owner -1: variables of the model, 0: functions, k + 1:
                    slots of item[k] */
  PrintedFunction **item;
  int n_items, cap_items;
  int *of; /* [n_procedures] item + 1 */
  int now; /* the item that is printed */
} PrintedFunctions;

const FlatProcedure *printed_procedure(const Printer *p,
                                       const PrintedFunction *f);
/* The one that is printed. */
PrintedFunction *printed_now(const Printer *p);
/* The items of the sections, by procedure_print_begin(). */
PrintedFunction *printed_section(Printer *p, const FlatAlgorithm *section);
/* Type and name of a group, as a declaration. */
void printed_variable(Printer *p, const PrintedFunction *f, const char *prefix,
                      SlotGroup group, const char *name);
/* Statements of a section that are not functions' statements: elements of
 * arrays, which are variables of their own there, calls, when. Returns how
 * many statements after it are printed with it; -1: as in functions. */
int printed_in_section(Printer *p, const FlatStatementList *list, int i,
                       int depth);
PrintedFunction *printed_function(const Printer *p, int procedure);
/* NULL: not known. */
const FlatEnumeration *printed_type(const PrintedFunction *f, SlotGroup group);
/* The group of a local variable. */
SlotGroup printed_group(const FlatLocal *local);

/* Free among the owners (PrintedFunctions.names), with a number after it if
 * need be. */
const char *printed_free_name(Printer *p, int owner, int other,
                              const char *base, const char *suffix);
/* Those of the model's variables. */
void printed_take_names(Printer *p);
/* Names after `base`, of an array its elements. */
void printed_name_slots(Printer *p, PrintedFunction *f, SlotGroup group,
                        const char *base, const char *suffix);
/* A scalar of a group, or the group as a whole. */
const char *printed_name(Printer *p, SlotGroup group);
/* As printed_name(), without a declaration: the iterator of a loop. */
const char *printed_iterator(Printer *p, int slot);
/* Scalars that are not an array yet get one name. */
const char *printed_row(Printer *p, const int *slot, int n, const char *base);
/* The literal tables are declared as constants. */
const char *printed_local(Printer *p, int local);
/* The expressions of the statements of a function, in order. */
void printed_each(const FlatProcedure *from, EachExpr each, void *context);

/* Statement s hands on what is only in this slot. */
bool printed_hands_on(const Printer *p, const FlatStatement *s, int slot);
void printed_statements(Printer *p, const FlatStatementList *list, int depth);
void printed_external(Printer *p, const FlatExternal *external);

#endif
