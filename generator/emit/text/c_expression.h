/* c_expression.h: expressions as C text.
 *
 * The room emit/text/ owns texts that do not depend on the model's structure:
 * expressions and tables as C, templates, files that are written whole or not
 * at all. It calls base/, symbolic/ and the types of reduce/. Reading order:
 * this file, c_text.h, template.h, write_file.h, table_pack.h.
 *
 *   c_expression_prepare(c, roots, n, out);       const double t1 = ...;
 *   text = c_expression(c, root, C_REAL);         "t1 * v->real[3]"
 *
 * Values are read through `ModelValues *v`, directions through `Tangent *t`
 * (fmu_runtime/model.h). What is used more than once among the roots and costs
 * something is computed once, into a temporary. Long expressions are cut into temporaries too, so that
 * the depth and length of one C expression do not grow with the model.
 * Evaluation keeps the order of the operands: same values as the graph.
 */
#ifndef FOUCAULT_EMIT_TEXT_C_EXPRESSION_H
#define FOUCAULT_EMIT_TEXT_C_EXPRESSION_H

#include <stdbool.h>
#include <stdio.h>

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

/* What the value is written for. Numbers stand for Boolean constants too:
 * 1 is true. */
typedef enum CType { C_REAL, C_BOOLEAN } CType;

typedef struct CExpressions CExpressions;

/* Lives in the arena. The table of expressions may not grow afterwards. */
CExpressions *c_expression_create(Arena *arena, const ReducedSystem *reduced);

/* What EXPR_VAR stands for in the body of a function (function/function.h).
 * There everything is computed in one C function. */
#define C_VARIABLE_SIZE 160
typedef struct CVariables {
  const void *context;
  bool (*is_boolean)(const void *context, VarId var);
  void (*write)(const void *context, VarId var, char text[C_VARIABLE_SIZE]);
} CVariables;

CExpressions *c_expression_create_for(Arena *arena, ExprTable *exprs,
                                      const CVariables *variables);

/* Called for each function that the text calls; NULL: nobody listens. */
typedef void (*CCalled)(void *context, int function);
void c_expression_on_call(CExpressions *c, CCalled called, void *context);
/* The name of a function in C: "f_12_interpolate", in the arena. */
const char *c_expression_function_name(Arena *arena, const ExprTable *exprs,
                                       int function);

/* A new C function begins: temporaries are counted from 1 again. Where an
 * expression is too long for one function, parts of it become functions of
 * their own; they are written to `parts`, which must come before this one. */
void c_expression_function(CExpressions *c, FILE *parts);
/* A word in the names of such functions, "" at first: other writers of the same file have
 * another. It must live as long as `c`. */
void c_expression_set_series(CExpressions *c, const char *series);
/* Results and arguments of calls that are too long for the stack lie in this
 * room of the instance, 0 at first (fmu_runtime/call_room.h): other writers of
 * the same file have another. So many numbers it needs for what was written. */
void c_expression_set_room(CExpressions *c, int room);
size_t c_expression_room(const CExpressions *c);
/* Has anything written since then read `v`? */
bool c_expression_reads_values(const CExpressions *c);

/* The text of what stands in place of a leaf: the index of a variable or of
 * an event relation, a number; NULL: the leaf's own. */
typedef const char *(*CHoleText)(const void *context, ExprId leaf);
/* From now on leaves are written by `text`; NULL: as they are. */
void c_expression_holes(CExpressions *c, CHoleText text, const void *context);

/* Nodes whose values are in variables of their own: s<number>; calls whose
 * results are in an array, c<-number>. */
void c_expression_stops(CExpressions *c, const WalkStops *stops);

/* Writes the temporaries that the roots need. From then on c_expression()
 * may be called once for each of these roots, until the next call of this
 * function. */
void c_expression_prepare(CExpressions *c, const ExprId *root, int n,
                          FILE *out);
/* After that: the number of the array c1, c2, ... that a root, an EXPR_CALL,
 * has filled with its results; 0: they are not in an array of their own. A
 * stop with this number, negated, says that the array is there. */
int c_expression_call_array(const CExpressions *c, ExprId call);
/* Declares an array of n numbers: on the stack, or in the instance where it is
 * long or others have taken what the stack has for them. */
void c_expression_array(CExpressions *c, const char *name, int n, FILE *out);
/* The text of a root; good until the next call. */
const char *c_expression(CExpressions *c, ExprId root, CType type);
/* The text of a root as the operand of any operator. */
const char *c_expression_operand(CExpressions *c, ExprId root);
/* The text of left - right. */
const char *c_expression_difference(CExpressions *c, ExprId left, ExprId right);

#endif
