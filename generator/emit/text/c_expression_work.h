/* c_expression_work.h: what c_expression.c and c_expression_parts.c work on;
 * others include c_expression.h alone. */
#ifndef FOUCAULT_EMIT_TEXT_C_EXPRESSION_WORK_H
#define FOUCAULT_EMIT_TEXT_C_EXPRESSION_WORK_H

#include "emit/text/c_expression.h"

#define STATEMENT_SIZE 64 /* "const double t1234567 = " and more */

/* What is known about one node of the walk. */
typedef struct NodeUse {
  int uses;  /* times it is written, or still to be written; 0: not at all */
  int size;  /* nodes written in its place */
  int name;  /* is_temporary: its number, or its element of the array */
  int given; /* is_temporary: number of the variable it is in, of a call -1
                times that of its array; 0: none */
  bool is_root, is_boolean, is_temporary;
} NodeUse;

/* A condition that makes no events until the runtime wakes it (quiet_relations.h): the
 * node by its operator and operands. */
typedef struct QuietNode {
  ExprOp op;
  ExprId a, b; /* b: of sign() NO_EXPR */
  int relation;
} QuietNode;

struct CExpressions {
  const ReducedSystem *reduced; /* NULL: the body of a function */
  QuietNode *quiet;             /* [n_quiet] in order */
  int n_quiet;
  ExprTable *exprs;
  CVariables variables; /* of the body of a function */
  CCalled called;
  void *called_context;
  Arena *arena;
  Walk *walk;
  NodeUse *use; /* in step with walk->node */
  int cap_uses;
  CHoleText hole_text; /* NULL: leaves are written as they are */
  const void *hole_context;
  FILE *parts;                 /* where functions of parts go */
  int n_parts;                 /* of all C functions */
  const char *series;          /* in their names */
  int n_temporaries, n_arrays; /* of this C function */
  bool reads_values;
  /* what is not on the stack: call_room.h of the runtime */
  int room;       /* whose places these are */
  size_t n_room;  /* numbers of it, of all C functions */
  int n_on_stack; /* numbers of calls, of this C function */
  /* temporaries in an array: its name where the text stands, elements */
  char array[16]; /* "": temporaries are variables */
  int n_elements, *free_element, n_free, cap_free;
  char *text;
  int length, cap_text;
};

const ExprNode *c_expression_node(const CExpressions *c, ExprId e);
CType c_expression_type_of(const NodeUse *use);
/* A node at any place, the name of its temporary if it has one. */
void c_expression_put_whole(CExpressions *c, ExprId e, CType type);
/* The text of an operand in the arena, and not where texts are put. */
const char *c_expression_apart(CExpressions *c, ExprId e);

/* c->text, from its start; each text is shorter than STATEMENT_SIZE. */
void c_expression_start(CExpressions *c);
void c_expression_put(CExpressions *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The node itself, not the name of its temporary. */
void c_expression_put_node(CExpressions *c, ExprId e, CType type);

/* --- c_expression_call.c --- */

/* Of a call, one at least: C has no empty arrays. */
int c_expression_n_results(const CExpressions *c, ExprId call);
/* if (guard) f(v, depth, arguments, results); with the place of the results:
 * an array of the C function, or elements of p. `number`: of what is written
 * before it. */
void c_expression_write_call(CExpressions *c, ExprId e, int number,
                             const char *results, FILE *out);
/* The same, with an array of its own before it: c12. */
void c_expression_write_called(CExpressions *c, ExprId call, int number,
                               FILE *out);

#endif
