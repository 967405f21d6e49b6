/* invariant.c: what the parser gives is put together without recursion,
 * operands first: a sum of many terms is as deep as it is long. */
#include "results/invariant.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "base/vector.h"
#include "parse/parse.h"

typedef struct Frame {
  const AstExpr *expr;
  int n_done; /* operands whose values lie on the stack */
} Frame;

typedef struct Reader {
  Session *s;
  Invariant *v;
  Frame *frame;
  int n_frames, cap_frames;
  ExprId *value;
  int n_values, cap_values;
} Reader;

/* --- names --- */

/* As an FMU writes it: blanks stand inside of quotes only. */
static const char *name_text(Session *s, Span span)
{
  const char *from = session_source(s, span.source)->bytes + span.begin;
  int32_t n = span.end - span.begin;
  char *text = arena_alloc(s->session_arena, (size_t)n + 1);
  int length = 0;
  bool quoted = false;
  for (int32_t k = 0; k < n; k++) {
    if (from[k] == '\'') quoted = !quoted;
    bool is_blank = strchr(" \t\r\n", from[k]) != NULL;
    if (quoted || !is_blank) text[length++] = from[k];
  }
  text[length] = '\0';
  return text;
}

static ExprId read_name(Reader *r, const char *text, Span span)
{
  Invariant *v = r->v;
  int k = 0;
  while (k < v->n_names && strcmp(v->name[k].text, text) != 0) k++;
  if (k == v->n_names) {
    v->name = vector_grow(r->s->session_arena, v->name, &v->cap_names, k + 1,
                          sizeof v->name[0]);
    v->name[v->n_names++] = (InvariantName){text, span};
  }
  return expr_var(v->exprs, (VarId){k});
}

static ExprId read_reference(Reader *r, const AstReference *reference)
{
  const char *text = name_text(r->s, reference->span);
  if (strcmp(text, "time") == 0) return expr_time(r->v->exprs);
  return read_name(r, text, reference->span);
}

/* der(x) is a variable of the FMU. */
static bool is_der(const AstExpr *e)
{
  const AstReference *f = e->reference;
  return e->kind == AST_CALL && f->n_parts == 1 &&
         strcmp(f->part[0].ident, "der") == 0 && e->n_args == 1 &&
         e->n_named + e->n_iterators == 0 && e->arg[0]->kind == AST_REFERENCE;
}

static ExprId read_der(Reader *r, const AstExpr *e)
{
  const char *of = name_text(r->s, e->arg[0]->reference->span);
  const char *text = arena_printf(r->s->session_arena, "der(%s)", of);
  return read_name(r, text, e->span);
}

/* --- operators and functions --- */

static ExprId invariant_refuse(Reader *r, const AstExpr *e)
{
  Diagnostic *d =
      diagnostic_error(r->s, e->span, E290, "this is not supported here");
  diagnostic_note(r->s, d, NO_SPAN,
                  "it is made of numbers, variables, der(x), time, + - * / ^ "
                  "and functions such as sin(x)");
  return NO_EXPR;
}

static ExprOp binary_op(AstOperator op)
{
  switch (op) {
  case AST_ADD:
  case AST_EL_ADD: return EXPR_ADD;
  case AST_SUB:
  case AST_EL_SUB: return EXPR_SUB;
  case AST_MUL:
  case AST_EL_MUL: return EXPR_MUL;
  case AST_DIV:
  case AST_EL_DIV: return EXPR_DIV;
  case AST_POW:
  case AST_EL_POW: return EXPR_POW;
  case AST_LT:
  case AST_LE:
  case AST_GT:
  case AST_GE:
  case AST_EQ:
  case AST_NE:
  case AST_AND:
  case AST_OR:
  case AST_NOT:
  case AST_PLUS: /* unary */
  case AST_MINUS:
  case AST_EL_PLUS:
  case AST_EL_MINUS: break;
  }
  return N_EXPR_OPS;
}

static ExprId make_binary(Reader *r, const AstExpr *e, const ExprId *arg)
{
  assert(e->n_args == 2);
  ExprOp op = binary_op(e->op);
  if (op == N_EXPR_OPS) return invariant_refuse(r, e);
  return expr_binary(r->v->exprs, op, arg[0], arg[1]);
}

static ExprId make_unary(Reader *r, const AstExpr *e, const ExprId *arg)
{
  assert(e->n_args == 1);
  bool is_plus = e->op == AST_PLUS || e->op == AST_EL_PLUS;
  bool is_minus = e->op == AST_MINUS || e->op == AST_EL_MINUS;
  if (!is_plus && !is_minus) return invariant_refuse(r, e);
  return is_plus ? arg[0] : expr_neg(r->v->exprs, arg[0]);
}

/* Operators that are functions are named as in Modelica. */
static ExprOp find_function(Reader *r, const AstReference *reference)
{
  const char *text = name_text(r->s, reference->span);
  Suggestion near = suggest_for(r->s, text);
  for (ExprOp op = 0; op < N_EXPR_OPS; op++) {
    if (!expr_op_is_function(op)) continue;
    if (strcmp(text, expr_op_name(op)) == 0) return op;
    suggest_offer(&near, expr_op_name(op));
  }
  diagnostic_error(r->s, reference->span, E202,
                   "no function '%s' can be used here%s", text,
                   suggest_text(r->s, &near));
  return N_EXPR_OPS;
}

static ExprId make_call(Reader *r, const AstExpr *e, const ExprId *arg)
{
  if (e->n_named > 0 || e->n_iterators > 0) return invariant_refuse(r, e);
  ExprOp op = find_function(r, e->reference);
  if (op == N_EXPR_OPS) return NO_EXPR;
  int wanted = expr_op_arity(op);
  if (e->n_args != wanted) {
    diagnostic_error(r->s, e->span, E208, "%s() has %d argument%s, not %d",
                     expr_op_name(op), wanted, wanted == 1 ? "" : "s",
                     e->n_args);
    return NO_EXPR;
  }
  if (wanted == 1) return expr_unary(r->v->exprs, op, arg[0]);
  return expr_binary(r->v->exprs, op, arg[0], arg[1]);
}

/* --- the whole --- */

static int count_operands(const AstExpr *e)
{
  bool has_operands = e->kind == AST_UNARY || e->kind == AST_BINARY ||
                      (e->kind == AST_CALL && !is_der(e));
  return has_operands ? e->n_args : 0;
}

static ExprId invariant_make(Reader *r, const AstExpr *e, const ExprId *arg)
{
  switch (e->kind) {
  case AST_REAL: return expr_const(r->v->exprs, e->real);
  case AST_INTEGER: return expr_const(r->v->exprs, (double)e->integer);
  case AST_REFERENCE: return read_reference(r, e->reference);
  case AST_UNARY: return make_unary(r, e, arg);
  case AST_BINARY: return make_binary(r, e, arg);
  case AST_CALL: return is_der(e) ? read_der(r, e) : make_call(r, e, arg);
  case AST_STRING:
  case AST_FALSE:
  case AST_TRUE:
  case AST_END:
  case AST_COLON:
  case AST_IF:
  case AST_RANGE:
  case AST_PARTIAL:
  case AST_ARRAY:
  case AST_MATRIX:
  case AST_TUPLE:
  case AST_SUBSCRIPTED: break;
  }
  return invariant_refuse(r, e);
}

static void invariant_enter(Reader *r, const AstExpr *e)
{
  r->frame = vector_grow(session_scratch(r->s), r->frame, &r->cap_frames,
                         r->n_frames + 1, sizeof r->frame[0]);
  r->frame[r->n_frames++] = (Frame){e, 0};
}

/* The operands of e are the last values: its own takes their place. */
static bool invariant_leave(Reader *r, const AstExpr *e)
{
  int first = r->n_values - count_operands(e);
  assert(first >= 0); /* all operands have their values */
  const ExprId *operand = r->value ? r->value + first : NULL;
  ExprId value = invariant_make(r, e, operand);
  r->value = vector_grow(session_scratch(r->s), r->value, &r->cap_values,
                         first + 1, sizeof r->value[0]);
  r->value[first] = value;
  r->n_values = first + 1;
  r->n_frames--;
  return value.i >= 0;
}

static bool invariant_read_expression(Reader *r, const AstExpr *root)
{
  invariant_enter(r, root);
  while (r->n_frames > 0) {
    Frame *top = &r->frame[r->n_frames - 1];
    if (top->n_done < count_operands(top->expr))
      invariant_enter(r, top->expr->arg[top->n_done++]);
    else if (!invariant_leave(r, top->expr))
      return false;
  }
  assert(r->n_values == 1);
  r->v->value = r->value[0];
  return true;
}

Invariant *invariant_read(Session *s, const char *text)
{
  int source =
      session_add_source(s, "--invariant", text, (int32_t)strlen(text));
  const AstExpr *root = parse_expression_source(s, source);
  return root ? invariant_of(s, root) : NULL;
}

Invariant *invariant_of(Session *s, const AstExpr *root)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Invariant *v = arena_alloc(s->session_arena, sizeof *v);
  v->exprs = expr_table_create(s->session_arena);
  v->walk = walk_create(v->exprs, s->session_arena);
  Reader r = {.s = s, .v = v};
  bool good = invariant_read_expression(&r, root);
  arena_release(mark);
  return good ? v : NULL;
}

static double invariant_value_of(const void *context, VarId var)
{
  const double *number = context;
  return number[var.i];
}

double invariant_value(const Invariant *v, const double *number, double time)
{
  assert(v->value.i >= 0 && (number || v->n_names == 0));
  EvaluatePoint point = {
      .var = invariant_value_of, .context = number, .time = time};
  return evaluate(v->walk, v->value, &point);
}
