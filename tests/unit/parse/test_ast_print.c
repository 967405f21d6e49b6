/* test_ast_print.c: printed text means what was parsed.
 *
 * Random expressions are written with every parenthesis there is; what the
 * printer makes of their trees must parse into equal trees. The golden files
 * of the pass hold one example of each construct.
 */
#include "test.h"

#include "parse/ast_print.h"
#include "parse/parse.h"
#include "session_fixture.h"

typedef struct Random {
  uint64_t state;
} Random;

static int draw(Random *r, int n)
{
  r->state = r->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (int)((r->state >> 33) % (uint64_t)n);
}

static void write_expr(FILE *out, Random *r, int depth);

static void write_binary(FILE *out, Random *r, int depth)
{
  static const char *const op[] = {
      "+",  "-", "*",  "/", "^",  ".+", ".-", ".*",  "./",
      ".^", "<", "<=", ">", ">=", "==", "<>", "and", "or"};
  fputc('(', out);
  write_expr(out, r, depth);
  fprintf(out, ") %s (", op[draw(r, 18)]);
  write_expr(out, r, depth);
  fputc(')', out);
}

static void write_unary(FILE *out, Random *r, int depth)
{
  static const char *const op[] = {"+", "-", ".+", ".-", "not "};
  fprintf(out, "%s(", op[draw(r, 5)]);
  write_expr(out, r, depth);
  fputc(')', out);
}

/* `head` E `between` E `tail` */
static void write_pair(FILE *out, Random *r, int depth, const char *head,
                       const char *between, const char *tail)
{
  fputs(head, out);
  write_expr(out, r, depth);
  fputs(between, out);
  write_expr(out, r, depth);
  fputs(tail, out);
}

static void write_leaf(FILE *out, Random *r)
{
  static const char *const leaf[] = {
      "a", "1", "2.5", "true", "\"s\\\"\\n\"", ".b.c", "'q r'", "1e-300"};
  fputs(leaf[draw(r, 8)], out);
}

static void write_expr(FILE *out, Random *r, int depth)
{
  int kind = depth == 0 ? 0 : draw(r, 14);
  depth--;
  switch (kind) {
  case 0: write_leaf(out, r); break;
  case 1: write_unary(out, r, depth); break;
  case 2: write_pair(out, r, depth, "(if (", ") then (", ") else b)"); break;
  case 3: write_pair(out, r, depth, "((", "):(", "))"); break;
  case 4: write_pair(out, r, depth, "f((", "), n = (", "))"); break;
  case 5: write_pair(out, r, depth, "{(", ") for i in (", ")}"); break;
  case 6: write_pair(out, r, depth, "[(", "), 1; (", "), 2]"); break;
  case 7: write_pair(out, r, depth, "((", "), , (", "))"); break;
  case 8: write_pair(out, r, depth, "x[(", "), :].y[(", "), end]"); break;
  case 9: write_pair(out, r, depth, "(", ")[(", ")]"); break;
  default: write_binary(out, r, depth);
  }
}

static bool equal(const AstExpr *a, const AstExpr *b);

static bool equal_lists(AstExpr *const *a, AstExpr *const *b, int n)
{
  for (int i = 0; i < n; i++) {
    if (!a[i] != !b[i] || (a[i] && !equal(a[i], b[i]))) return false;
  }
  return true;
}

static bool equal_subscripts(const AstSubscript *a, const AstSubscript *b,
                             int n)
{
  for (int i = 0; i < n; i++) {
    if (!a[i].expr != !b[i].expr) return false;
    if (a[i].expr && !equal(a[i].expr, b[i].expr)) return false;
  }
  return true;
}

static bool equal_references(const AstReference *a, const AstReference *b)
{
  if (a->leading_dot != b->leading_dot || a->n_parts != b->n_parts) {
    return false;
  }
  for (int i = 0; i < a->n_parts; i++) {
    const AstNamePart *p = &a->part[i];
    const AstNamePart *q = &b->part[i];
    if (p->ident != q->ident || p->n_subscripts != q->n_subscripts ||
        !equal_subscripts(p->subscript, q->subscript, p->n_subscripts)) {
      return false;
    }
  }
  return true;
}

static bool equal_payload(const AstExpr *a, const AstExpr *b)
{
  switch (a->kind) {
  case AST_REAL: return memcmp(&a->real, &b->real, sizeof a->real) == 0;
  case AST_INTEGER: return a->integer == b->integer;
  case AST_STRING: return strcmp(a->string, b->string) == 0;
  case AST_REFERENCE:
  case AST_CALL: return equal_references(a->reference, b->reference);
  case AST_SUBSCRIPTED:
    return equal_subscripts(a->subscript, b->subscript, a->n_subscripts);
  case AST_MATRIX:
    for (int i = 0; i < a->n_rows; i++) {
      if (a->row[i].n_items != b->row[i].n_items ||
          !equal_lists(a->row[i].item, b->row[i].item, a->row[i].n_items)) {
        return false;
      }
    }
    return true;
  default: return true;
  }
}

static bool equal(const AstExpr *a, const AstExpr *b)
{
  if (a->kind != b->kind || a->op != b->op || a->n_args != b->n_args ||
      a->n_named != b->n_named || a->n_iterators != b->n_iterators ||
      a->n_rows != b->n_rows || a->n_subscripts != b->n_subscripts) {
    return false;
  }
  for (int i = 0; i < a->n_named; i++) {
    if (a->named[i].name != b->named[i].name ||
        !equal(a->named[i].value, b->named[i].value)) {
      return false;
    }
  }
  for (int i = 0; i < a->n_iterators; i++) {
    if (a->iterator[i].name != b->iterator[i].name ||
        !equal(a->iterator[i].range, b->iterator[i].range)) {
      return false;
    }
  }
  return equal_lists(a->arg, b->arg, a->n_args) && equal_payload(a, b);
}

static const AstExpr *parse(SessionFixture *f, const char *text)
{
  Ast *ast = ast_create(f->s);
  if (!parse_source(f->s, ast, session_fixture_source(f, text))) {
    fail_msg("%s", session_fixture_messages(f));
  }
  return ast->class_def[0]->section[0]->equation[0]->right;
}

static void random_expressions_survive(void **state)
{
  (void)state;
  Random r = {42};
  for (int i = 0; i < 3000; i++) {
    SessionFixture *f = session_fixture_create();
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fputs("model A equation x[end] = ", out);
    write_expr(out, &r, 1 + i % 6);
    fputs("; end A;", out);
    fclose(out);
    const AstExpr *first = parse(f, text);
    free(text);

    out = open_memstream(&text, &length);
    fputs("model A equation x = ", out);
    ast_print_expr(out, first);
    fputs("; end A;", out);
    fclose(out);
    const AstExpr *second = parse(f, text);
    if (!equal(first, second)) fail_msg("not the same: %s", text);
    free(text);
    session_fixture_destroy(f);
  }
}

static void long_chains_are_printed_without_a_deep_stack(void **state)
{
  (void)state;
  enum { N = 1000000 };
  SessionFixture *f = session_fixture_create();
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  fputs("model A equation x = a", out);
  for (int i = 0; i < N; i++) fputs(i % 2 ? " - a" : " + a", out);
  fputs("; end A;", out);
  fclose(out);
  const AstExpr *e = parse(f, text);
  char *printed;
  size_t printed_length;
  out = open_memstream(&printed, &printed_length);
  ast_print_expr(out, e);
  fclose(out);
  assert_int_equal(printed_length, 1 + 4 * (size_t)N);
  assert_memory_equal(printed, text + strlen("model A equation x = "),
                      printed_length);
  free(printed);
  free(text);
  session_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_expressions_survive),
      cmocka_unit_test(long_chains_are_printed_without_a_deep_stack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
