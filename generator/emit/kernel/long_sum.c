/* long_sum.c: finds left-leaning chains of + and -, writes them as items; the
 * same for nodes with many users.
 *
 * A node that has got a variable is a stop of all walks from then on, so that
 * what is written later reads the variable.
 */
#include "emit/kernel/long_sum.h"

#include <assert.h>

#include "emit/kernel/routine.h"
#include "emit/text/c_text.h"
#include "symbolic/walk.h"

#define LONG_SUM 50   /* terms */
#define SEARCHED 300  /* nodes from which on a statement may have them */
#define MANY_USERS 16 /* of a node among the roots of long_sum_share() */

/* One chain: ((head + term) - term) + ... */
typedef struct Sum {
  const char *name;      /* of the C variable */
  const ExprNode **link; /* the + and - nodes, first one first */
  int n_links;
  bool is_mixed; /* + and -: written as a sum of signed terms */
} Sum;

/* The nodes below the roots, by position in the walk. */
typedef struct Search {
  const ExprTable *exprs;
  Walk *walk;
  int *uses;
  int *length;    /* of the chain that ends here; 0: no sum */
  bool *is_inner; /* is the left operand of one sum, and nothing else */
} Search;

/* --- the search --- */

static const ExprNode *long_sum_node_at(const Search *s, int position)
{
  return expr_node(s->exprs, s->walk->node[position]);
}

static bool long_sum_has_variable(const Search *s, int position)
{
  return walk_stop_number(s->walk->stops, s->walk->node[position]) != 0;
}

static bool is_sum(const ExprNode *n)
{
  return n->op == EXPR_ADD || n->op == EXPR_SUB;
}

static void long_sum_count_uses(Search *s, const ExprId *root, int n_roots)
{
  for (int k = 0; k < n_roots; k++) s->uses[walk_position(s->walk, root[k])]++;
  for (int k = 0; k < s->walk->n_nodes; k++) {
    const ExprNode *n = long_sum_node_at(s, k);
    if (walk_is_event(n) || long_sum_has_variable(s, k)) continue;
    for (int a = 0; a < n->n_args; a++) {
      s->uses[walk_position(s->walk, n->arg[a])]++;
    }
  }
}

/* Operands come first: their lengths are known. */
static void measure_chains(Search *s)
{
  for (int k = 0; k < s->walk->n_nodes; k++) {
    const ExprNode *n = long_sum_node_at(s, k);
    if (!is_sum(n) || long_sum_has_variable(s, k)) continue;
    int left = walk_position(s->walk, n->arg[0]);
    s->length[k] = 1;
    if (s->length[left] == 0 || s->uses[left] != 1) continue;
    s->is_inner[left] = true;
    s->length[k] = 1 + s->length[left];
  }
}

static Search *long_sum_search(ModelText *m, const ExprId *root, int n_roots)
{
  Arena *scratch = session_scratch(m->s);
  size_t n = (size_t)m->walk->n_nodes;
  Search *s = arena_alloc(scratch, sizeof *s);
  s->exprs = m->reduced->exprs;
  s->walk = m->walk;
  s->uses = arena_array(scratch, n, sizeof s->uses[0]);
  s->length = arena_array(scratch, n, sizeof s->length[0]);
  s->is_inner = arena_array(scratch, n, sizeof s->is_inner[0]);
  long_sum_count_uses(s, root, n_roots);
  measure_chains(s);
  return s;
}

/* --- one sum --- */

/* The sign of an exact -1 or 1 changes no bit of a sum. */
static const char *operator_text(ModelText *m, const Sum *sum,
                                 const ExprNode *link)
{
  if (!sum->is_mixed) return link->op == EXPR_ADD ? "+ " : "- ";
  int sign = link->op == EXPR_ADD ? 1 : -1;
  return arena_printf(session_scratch(m->s), "+ (%s) * ",
                      model_text_index(m, 0, sign));
}

static void write_terms(ModelText *m, const Routine *r, int begin, int end,
                        FILE *out)
{
  const Sum *sum = r->context;
  Arena *scratch = session_scratch(m->s);
  for (int k = begin; k < end; k++) {
    const ExprNode *link = sum->link[k];
    ArenaMark mark = arena_mark(scratch);
    c_expression_prepare(m->c, &link->arg[1], 1, out);
    const char *text = c_expression_operand(m->c, link->arg[1]);
    const char *op = operator_text(m, sum, link);
    c_text_statement(
        out,
        arena_printf(scratch, "%s = %s %s%s;", sum->name, sum->name, op, text),
        NULL);
    arena_release(mark);
  }
}

static void describe_term(ModelText *m, const Routine *r, int k,
                          KernelItem *kernel)
{
  const Sum *sum = r->context;
  const ExprNode *link = sum->link[k];
  int *word = arena_array(session_scratch(m->s), 2, sizeof word[0]);
  word[0] = sum->is_mixed ? 0 : link->op;
  word[1] = link->op == EXPR_ADD ? 1 : -1;
  *kernel = (KernelItem){.mark = word,
                         .n_marks = 1,
                         .place = word + 1,
                         .n_places = sum->is_mixed ? 1 : 0,
                         .root = &link->arg[1],
                         .n_roots = 1};
}

static void long_sum_write_head(ModelText *m, const Sum *sum, FILE *out)
{
  Arena *scratch = session_scratch(m->s);
  ExprId head = sum->link[0]->arg[0];
  c_expression_prepare(m->c, &head, 1, out);
  const char *text = c_expression(m->c, head, C_REAL);
  c_text_statement(
      out, arena_printf(scratch, "double %s = %s;", sum->name, text), NULL);
}

static void find_links(const Search *s, int position, Sum *sum)
{
  const ExprNode *link = long_sum_node_at(s, position);
  for (int k = sum->n_links - 1; k >= 0; k--) {
    assert(is_sum(link)); /* measure_chains() has counted them */
    sum->link[k] = link;
    if (link->op != sum->link[sum->n_links - 1]->op) sum->is_mixed = true;
    link = expr_node(s->exprs, link->arg[0]);
  }
}

static void long_sum_write_sum(ModelText *m, const Search *s, int position,
                               const char *name, FILE *out)
{
  assert(s->length[position] > 0);
  Sum sum = {.name = name, .n_links = s->length[position]};
  sum.link = arena_array(session_scratch(m->s), (size_t)sum.n_links,
                         sizeof sum.link[0]);
  find_links(s, position, &sum);
  Routine r = {.n_items = sum.n_links,
               .batch = 1,
               .write = write_terms,
               .describe = describe_term,
               .context = &sum};
  long_sum_write_head(m, &sum, out);
  routine_write_items(m, &r, out);
}

/* --- everything else that is shared --- */

static bool is_worth_sharing(const Search *s, int position)
{
  const ExprNode *n = long_sum_node_at(s, position);
  if (s->uses[position] < MANY_USERS) return false;
  return expr_op_is_computed_number((ExprOp)n->op);
}

static void write_shared(ModelText *m, ExprId e, const char *name, FILE *out)
{
  c_expression_prepare(m->c, &e, 1, out);
  const char *text = c_expression(m->c, e, C_REAL);
  c_text_statement(
      out,
      arena_printf(session_scratch(m->s), "const double %s = %s;", name, text),
      NULL);
}

/* Of a function whose results are terms: one call, not one for each term. */
static void write_shared_call(ModelText *m, ExprId call, FILE *out)
{
  c_expression_prepare(m->c, &call, 1, out);
  int array = c_expression_call_array(m->c, call);
  if (array > 0) walk_stop_at(m->stops, call, -array);
}

static bool long_sum_is_long(const Search *s, int position)
{
  return !s->is_inner[position] && s->length[position] >= LONG_SUM;
}

static bool has_long_sum(const Search *s)
{
  for (int k = 0; k < s->walk->n_nodes; k++) {
    if (long_sum_is_long(s, k)) return true;
  }
  return false;
}

/* Operands first. */
static void long_sum_write_variables(ModelText *m, const Search *s, bool share,
                                     FILE *out)
{
  assert(!m->loop); /* what a C loop repeats is short */
  Arena *scratch = session_scratch(m->s);
  bool shares_calls = has_long_sum(s);
  for (int k = 0; k < s->walk->n_nodes; k++) {
    bool is_long = long_sum_is_long(s, k);
    if (long_sum_has_variable(s, k)) continue;
    if (shares_calls && s->uses[k] > 1 &&
        long_sum_node_at(s, k)->op == EXPR_CALL) {
      write_shared_call(m, s->walk->node[k], out);
      continue;
    }
    if (!is_long && !(share && is_worth_sharing(s, k))) continue;
    const char *name = arena_printf(scratch, "s%d", ++m->n_shared);
    if (is_long)
      long_sum_write_sum(m, s, k, name, out);
    else
      write_shared(m, s->walk->node[k], name, out);
    walk_stop_at(m->stops, s->walk->node[k], m->n_shared);
  }
}

void long_sum_share(ModelText *m, const ExprId *root, int n, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  walk_from_all(m->walk, root, n, true);
  long_sum_write_variables(m, long_sum_search(m, root, n), true, out);
  arena_release(mark);
}

void long_sum_end(ModelText *m)
{
  walk_stops_cut(m->stops, m->n_kept_stops);
}

void long_sum_prepare(ModelText *m, const ExprId *root, int n, FILE *out)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  long_sum_end(m);
  walk_from_all(m->walk, root, n, true);
  if (m->kernels && !m->loop && m->walk->n_nodes > SEARCHED) {
    long_sum_write_variables(m, long_sum_search(m, root, n), false, out);
  }
  c_expression_prepare(m->c, root, n, out);
  arena_release(mark);
}
