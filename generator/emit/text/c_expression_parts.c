/* c_expression_parts.c: see c_expression_parts.h. An element of the array is
 * used again when its value is not needed any more. */
#include "emit/text/c_expression_parts.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "emit/text/c_expression_work.h"
#include "emit/text/c_text.h"

static int take_element(CExpressions *c)
{
  return c->n_free > 0 ? c->free_element[--c->n_free] : c->n_elements++;
}

void c_expression_parts_give_back(CExpressions *c, int element)
{
  assert(element >= 0 && element < c->n_elements);
  c->free_element = vector_grow(c->arena, c->free_element, &c->cap_free,
                                c->n_free + 1, sizeof c->free_element[0]);
  c->free_element[c->n_free++] = element;
}

static void prepend(CExpressions *c, const char *head)
{
  int n = (int)strlen(head);
  c->text = vector_grow(c->arena, c->text, &c->cap_text, c->length + n + 1, 1);
  memmove(c->text + n, c->text, (size_t)c->length + 1);
  memcpy(c->text, head, (size_t)n);
  c->length += n;
}

/* The element is taken when the operands have given theirs back: it may be
 * one of them. */
static void c_expression_write_element(CExpressions *c, ExprId e, NodeUse *use)
{
  char head[STATEMENT_SIZE];
  if (c_expression_node(c, e)->op == EXPR_CALL) { /* its elements are kept */
    use->name = c->n_elements;
    c->n_elements += c_expression_n_results(c, e);
    snprintf(head, sizeof head, "&p[%d]", use->name);
    c_expression_write_call(c, e, use->name, head, c->parts);
    return;
  }
  c_expression_start(c);
  c_expression_put_node(c, e, c_expression_type_of(use));
  c_expression_put(c, ";");
  use->name = take_element(c);
  snprintf(head, sizeof head, "p[%d] = ", use->name);
  prepend(c, head);
  c_text_statement(c->parts, c->text, NULL);
}

/* Do the roots of the last walk read `t`? */
static bool reads_direction(const CExpressions *c)
{
  for (int k = 0; k < c->walk->n_nodes; k++) {
    if (c_expression_node(c, c->walk->node[k])->op == EXPR_DIRECTION)
      return true;
  }
  return false;
}

static void begin_part(CExpressions *c, bool along)
{
  c->reads_values = false;
  fprintf(c->parts,
          "static void part_%s%d(const ModelValues *v, %sdouble *p)\n{\n",
          c->series, ++c->n_parts, along ? "const Tangent *t, " : "");
}

static void end_part(CExpressions *c, bool along)
{
  if (along) fputs("  (void)t;\n", c->parts);
  fputs(c->reads_values ? "}\n\n" : "  (void)v;\n}\n\n", c->parts);
}

void c_expression_parts_write(CExpressions *c, FILE *out)
{
  assert(c->reduced && !c->hole_text && c->parts);
  int first = c->n_parts + 1, in_part = 0;
  bool along = reads_direction(c);
  c->n_elements = c->n_free = 0;
  strcpy(c->array, "p");
  for (int k = 0; k < c->walk->n_nodes; k++) {
    if (!c->use[k].is_temporary) continue;
    if (in_part == MANY_TEMPORARIES) {
      end_part(c, along);
      in_part = 0;
    }
    if (in_part++ == 0) begin_part(c, along);
    c_expression_write_element(c, c->walk->node[k], &c->use[k]);
  }
  end_part(c, along);
  snprintf(c->array, sizeof c->array, "p%d", ++c->n_arrays);
  c_expression_array(c, c->array, c->n_elements, out);
  for (int part = first; part <= c->n_parts; part++) {
    fprintf(out, "  part_%s%d(v, %s%s);\n", c->series, part, along ? "t, " : "",
            c->array);
  }
  c->reads_values = true;
}
