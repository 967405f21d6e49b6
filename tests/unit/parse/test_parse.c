/* test_parse.c: the shape of the Ast, and what faulty texts give. */
#include "test.h"

#include "parse/parse.h"
#include "session_fixture.h"

static Ast *parse(SessionFixture *f, const char *text, bool good)
{
  Ast *ast = ast_create(f->s);
  bool parsed = parse_source(f->s, ast, session_fixture_source(f, text));
  if (parsed != good) print_error("%s", session_fixture_messages(f));
  assert_int_equal(parsed, good);
  return ast;
}

static const AstClass *parse_class(SessionFixture *f, const char *text)
{
  const Ast *ast = parse(f, text, true);
  assert_int_equal(ast->n_classes, 1);
  return ast->class_def[0];
}

/* The expression E of "model A equation x = E; end A;". */
static const AstExpr *parse_right_side(SessionFixture *f, const char *text)
{
  char model[512];
  snprintf(model, sizeof model, "model A equation x = %s; end A;", text);
  const AstClass *c = parse_class(f, model);
  return c->section[0]->equation[0]->right;
}

static void assert_binary(const AstExpr *e, AstOperator op)
{
  assert_int_equal(e->kind, AST_BINARY);
  assert_int_equal(e->op, op);
  assert_int_equal(e->n_args, 2);
}

static void assert_unary(const AstExpr *e, AstOperator op)
{
  assert_int_equal(e->kind, AST_UNARY);
  assert_int_equal(e->op, op);
  assert_int_equal(e->n_args, 1);
}

static void assert_span(SessionFixture *f, Span span, const char *text)
{
  const SourceText *source = session_source(f->s, span.source);
  assert_int_equal(span.end - span.begin, strlen(text));
  assert_memory_equal(source->bytes + span.begin, text, strlen(text));
}

/* --- what is accepted --- */

static void classes_of_a_file_share_its_within(void **state)
{
  SessionFixture *f = *state;
  const Ast *ast =
      parse(f, "within A.B; model C end C; final model D end D;", true);
  assert_int_equal(ast->n_classes, 2);
  for (int i = 0; i < 2; i++) {
    const AstClass *c = ast->class_def[i];
    assert_true(c->has_within);
    assert_int_equal(c->within->n_parts, 2);
    assert_string_equal(c->within->part[1].ident, "B");
    assert_int_equal(c->is_final, i == 1);
  }
  const AstClass *free_class = parse_class(f, "within; model C end C;");
  assert_true(free_class->has_within);
  assert_null(free_class->within);
}

static void each_component_is_an_element(void **state)
{
  SessionFixture *f = *state;
  const AstClass *c = parse_class(
      f, "model A protected final parameter T.U[2] x[3](a = 1) = 4 \"t\", y if "
         "b; end A;");
  assert_int_equal(c->n_elements, 2);
  for (int i = 0; i < 2; i++) {
    const AstElement *e = c->element[i];
    assert_int_equal(e->kind, AST_ELEMENT_COMPONENT);
    assert_true(e->is_protected);
    assert_true(e->final);
    assert_int_equal(e->prefix.variability, AST_PARAMETER);
    assert_int_equal(e->type->n_parts, 2);
    assert_int_equal(e->n_type_subscripts, 1);
  }
  const AstElement *x = c->element[0];
  assert_int_equal(x->n_subscripts, 1);
  assert_int_equal(x->modification->n_arguments, 1);
  assert_int_equal(x->modification->value->integer, 4);
  assert_string_equal(x->comment->text, "t");
  assert_span(f, x->span, "x[3](a = 1) = 4");
  const AstElement *y = c->element[1];
  assert_ptr_equal(y->name, session_name(f->s, "y"));
  assert_int_equal(y->n_subscripts, 0);
  assert_null(y->modification);
  assert_null(y->comment);
  assert_non_null(y->condition);
  assert_span(f, y->name_span, "y");
}

static void signs_bind_as_terms_do(void **state)
{
  SessionFixture *f = *state;
  const AstExpr *e = parse_right_side(f, "-a*b + c");
  assert_binary(e, AST_ADD);
  assert_unary(e->arg[0], AST_MINUS);
  assert_binary(e->arg[0]->arg[0], AST_MUL);
  e = parse_right_side(f, "-a^b");
  assert_unary(e, AST_MINUS);
  assert_binary(e->arg[0], AST_POW);
  e = parse_right_side(f, "(-a)^b");
  assert_binary(e, AST_POW);
  assert_true(e->arg[0]->parenthesised);
}

static void operators_have_their_precedence(void **state)
{
  SessionFixture *f = *state;
  const AstExpr *e = parse_right_side(f, "a or b and not c < d + e*g");
  assert_binary(e, AST_OR);
  e = e->arg[1];
  assert_binary(e, AST_AND);
  e = e->arg[1];
  assert_unary(e, AST_NOT);
  e = e->arg[0];
  assert_binary(e, AST_LT);
  e = e->arg[1];
  assert_binary(e, AST_ADD);
  assert_binary(e->arg[1], AST_MUL);
}

static void chains_lean_to_the_left(void **state)
{
  SessionFixture *f = *state;
  const AstExpr *e = parse_right_side(f, "a - b - c");
  assert_binary(e, AST_SUB);
  assert_binary(e->arg[0], AST_SUB);
  assert_int_equal(e->arg[1]->kind, AST_REFERENCE);
  assert_span(f, e->span, "a - b - c");
  assert_span(f, e->arg[0]->span, "a - b");
}

static void ranges_and_ifs_list_their_parts(void **state)
{
  SessionFixture *f = *state;
  const AstExpr *e = parse_right_side(f, "1:2:3");
  assert_int_equal(e->kind, AST_RANGE);
  assert_int_equal(e->n_args, 3);
  e = parse_right_side(f, "if a then 1 elseif b then 2 else 3");
  assert_int_equal(e->kind, AST_IF);
  assert_int_equal(e->n_args, 5);
  assert_int_equal(e->arg[4]->integer, 3);
}

static void calls_keep_positional_and_named_arguments(void **state)
{
  SessionFixture *f = *state;
  const AstExpr *e = parse_right_side(f, "f(1, function g(a = 2), b = 3)");
  assert_int_equal(e->kind, AST_CALL);
  assert_int_equal(e->n_args, 2);
  assert_int_equal(e->arg[1]->kind, AST_PARTIAL);
  assert_int_equal(e->arg[1]->n_named, 1);
  assert_int_equal(e->n_named, 1);
  assert_string_equal(e->named[0].name, "b");
  e = parse_right_side(f, "sum(i for i in 1:3, j)");
  assert_int_equal(e->n_args, 1);
  assert_int_equal(e->n_iterators, 2);
  assert_null(e->iterator[1].range);
  e = parse_right_side(f, "der(x)");
  assert_int_equal(e->kind, AST_CALL);
  assert_string_equal(e->reference->part[0].ident, "der");
  assert_span(f, e->reference->span, "der");
}

static void tuples_are_told_from_parentheses(void **state)
{
  SessionFixture *f = *state;
  assert_int_equal(parse_right_side(f, "(a)")->kind, AST_REFERENCE);
  assert_int_equal(parse_right_side(f, "(a, b)")->n_args, 2);
  const AstExpr *e = parse_right_side(f, "(, a, )");
  assert_int_equal(e->kind, AST_TUPLE);
  assert_int_equal(e->n_args, 3);
  assert_null(e->arg[0]);
  assert_non_null(e->arg[1]);
  assert_null(e->arg[2]);
  assert_int_equal(parse_right_side(f, "()")->n_args, 0);
  e = parse_right_side(f, "(a)[1, :]");
  assert_int_equal(e->kind, AST_SUBSCRIPTED);
  assert_int_equal(e->n_subscripts, 2);
  assert_null(e->subscript[1].expr);
}

static void a_single_result_is_a_tuple_in_an_assignment(void **state)
{
  SessionFixture *f = *state;
  const AstClass *c =
      parse_class(f, "function f algorithm (y) := g(x); end f;");
  const AstStatement *st = c->section[0]->statement[0];
  assert_int_equal(st->kind, AST_ST_ASSIGN_TUPLE);
  assert_int_equal(st->left->kind, AST_TUPLE);
  assert_int_equal(st->left->n_args, 1);
  assert_int_equal(st->right->kind, AST_CALL);
}

static void branches_keep_their_equations(void **state)
{
  SessionFixture *f = *state;
  const AstClass *c = parse_class(
      f, "model A equation if a then x = 1; y = 2; elseif b then else x = 3; "
         "end if; when c then reinit(x, 1); elsewhen d then end when; end A;");
  const AstEquation *e = c->section[0]->equation[0];
  assert_int_equal(e->n_branches, 3);
  assert_int_equal(e->branch[0].n_equations, 2);
  assert_int_equal(e->branch[1].n_equations, 0);
  assert_null(e->branch[2].condition);
  e = c->section[0]->equation[1];
  assert_int_equal(e->kind, AST_EQ_WHEN);
  assert_int_equal(e->n_branches, 2);
  assert_int_equal(e->branch[0].equation[0]->kind, AST_EQ_CALL);
}

static void sections_stay_apart(void **state)
{
  SessionFixture *f = *state;
  const AstClass *c = parse_class(
      f, "model A initial equation x = 1; equation x = 2; y = 3; algorithm z "
         ":= 4; initial algorithm public Real w; end A;");
  assert_int_equal(c->n_sections, 4);
  assert_true(c->section[0]->is_initial);
  assert_int_equal(c->section[1]->n_equations, 2);
  assert_true(c->section[2]->is_algorithm);
  assert_true(c->section[3]->is_initial && c->section[3]->is_algorithm);
  assert_int_equal(c->n_elements, 1);
}

static void the_class_comment_has_text_and_annotation(void **state)
{
  SessionFixture *f = *state;
  const AstClass *c = parse_class(
      f, "model A \"a\" + \"b\" Real x; annotation(e(t = 1)); end A;");
  assert_string_equal(c->comment->text, "ab");
  assert_int_equal(c->comment->annotation->n_arguments, 1);
  assert_span(f, c->name_span, "A");
}

static void redeclarations_are_elements(void **state)
{
  SessionFixture *f = *state;
  const AstClass *c = parse_class(
      f, "model A B b(redeclare replaceable model M = N constrainedby O, each "
         "final x = 1); end A;");
  const AstModification *m = c->element[0]->modification;
  assert_int_equal(m->n_arguments, 2);
  const AstArgument *a = m->argument[0];
  assert_int_equal(a->kind, AST_REDECLARE_CLASS);
  assert_true(a->redeclare && a->replaceable && !a->each);
  assert_int_equal(a->element->class_def->form, AST_SHORT);
  assert_string_equal(a->element->constraint->type->part[0].ident, "O");
  a = m->argument[1];
  assert_int_equal(a->kind, AST_MODIFY);
  assert_true(a->each && a->final);
}

/* --- what is refused --- */

static void one_fault_gives_one_error(void **state)
{
  SessionFixture *f = *state;
  static const char *const faulty[] = {
      "model A Real x = ; Real y; equation y = 1; end A;",
      "model A equation x = (1 + 2; y = 3; end A;",
      "model A equation if a then x = 1; end A;",
      "model A equation for i in 1:3 lop x = 1; end for; end A;",
      "model A equation x = [1, 2; 3 4; 5]; y = 1; end A;",
      "model A Real x end A;",
      "model A Real x;",
      "model A end B;",
      "package P model A equation x = 1; end P;",
      "package P model A Real x; model B end B; end P;",
      "model A Real x \"open; end A;",
      "model A equation x = a $ b; end A;",
      "model A equation x := 1; end A;",
      "function f algorithm x = 1; end f;",
      "x = 1; y = 2;",
      "model A Real x; end A; end A;",
      "model A end A",
      "model A equation x = 1; else y = 2; end if; end A;",
      "model A extends; end A;",
      "model A B b(redeclare model M end M); end A;",
  };
  for (size_t i = 0; i < sizeof faulty / sizeof faulty[0]; i++) {
    int before = f->s->n_errors;
    parse(f, faulty[i], false);
    if (f->s->n_errors != before + 1) print_error("%s\n", faulty[i]);
    assert_int_equal(f->s->n_errors, before + 1);
  }
}

static void a_faulty_file_adds_no_class(void **state)
{
  SessionFixture *f = *state;
  const Ast *ast = parse(f, "model A end A; model B Real ; end B;", false);
  assert_int_equal(ast->n_classes, 0);
}

static void a_file_without_class_is_refused(void **state)
{
  SessionFixture *f = *state;
  parse(f, "", false);
  parse(f, " // nothing\n", false);
  parse(f, "within A;", false);
  assert_int_equal(f->s->n_errors, 3);
  for (int i = 0; i < 3; i++) {
    assert_int_equal(f->s->diagnostic[i]->code, E104);
  }
}

static void twenty_errors_are_enough(void **state)
{
  SessionFixture *f = *state;
  char text[8192] = "model A\n";
  for (int i = 0; i < 200; i++) strcat(text, "Real x = ;\n");
  strcat(text, "end A;\n");
  parse(f, text, false);
  assert_int_equal(f->s->n_errors, 20);
  for (int i = 0; i < 200; i++) memcpy(text + 8 + 11 * i, "$;        \n", 11);
  parse(f, text, false);
  assert_int_equal(f->s->n_errors, 40);
}

static char *repeat(const char *head, const char *open, const char *middle,
                    const char *close, const char *tail, int n)
{
  size_t size = strlen(head) + strlen(middle) + strlen(tail) + 1 +
                (size_t)n * (strlen(open) + strlen(close));
  char *text = malloc(size);
  char *p = text + sprintf(text, "%s", head);
  for (int i = 0; i < n; i++) p += sprintf(p, "%s", open);
  p += sprintf(p, "%s", middle);
  for (int i = 0; i < n; i++) p += sprintf(p, "%s", close);
  sprintf(p, "%s", tail);
  return text;
}

static void deep_nesting_is_an_error_of_its_own(void **state)
{
  SessionFixture *f = *state;
  static const char *const nest[][5] = {
      {"model A equation x = ", "(", "1", ")", "; end A;"},
      {"model A equation x = ", "-(", "1", ")", "; end A;"},
      {"model A equation x = ", "{", "1", "}", "; end A;"},
      {"model A equation x = ", "[", "1", "]", "; end A;"},
      {"model A equation x = ", "a[", "1", "]", "; end A;"},
      {"model A equation x = ", "f(", "1", ")", "; end A;"},
      {"model A equation x = f(", "function g(a = ", "1", ")", "); end A;"},
      {"model A equation x = ", "if a then ", "1", " else 2", "; end A;"},
      {"model A equation x = ", "if a then 1 else ", "2", "", "; end A;"},
      {"model A equation ", "if a then ", "x = 1;", "end if;", " end A;"},
      {"model A equation ", "for i loop ", "x = 1;", "end for;", " end A;"},
      {"model A algorithm ", "while a loop ", "", "end while;", " end A;"},
      {"", "model A ", "", "end A;", ""},
      {"model A B x", "(y", "", ")", "; end A;"},
      {"model A B x", "(redeclare model M = N", "", ")", "; end A;"},
  };
  for (size_t i = 0; i < sizeof nest / sizeof nest[0]; i++) {
    const char *const *n = nest[i];
    char *shallow = repeat(n[0], n[1], n[2], n[3], n[4], 300);
    parse(f, shallow, true);
    free(shallow);
    int before = f->s->n_errors;
    char *deep = repeat(n[0], n[1], n[2], n[3], n[4], 100000);
    parse(f, deep, false);
    free(deep);
    assert_int_equal(f->s->n_errors, before + 1);
    assert_int_equal(f->s->diagnostic[before]->code, E122);
  }
}

static void long_chains_are_no_nesting(void **state)
{
  SessionFixture *f = *state;
  static const char *const link[] = {"+a", "*a", " and a", ".a", ",a"};
  for (size_t i = 0; i < sizeof link / sizeof link[0]; i++) {
    char *text =
        repeat("model A equation x = {a", link[i], "}; end A;", "", "", 300000);
    parse(f, text, true);
    free(text);
  }
}

static void files_are_read_one_by_one(void **state)
{
  SessionFixture *f = *state;
  const char *path[] = {"there_is_no_such_file.mo"};
  Ast *ast = ast_create(f->s);
  assert_true(parse_files(f->s, ast, path, 0));
  assert_false(parse_files(f->s, ast, path, 1));
  assert_int_equal(f->s->diagnostic[0]->code, E101);
}

int main(void)
{
#define TEST(f)                                                                \
  cmocka_unit_test_setup_teardown(f, session_fixture_set_up,                   \
                                  session_fixture_tear_down)
  const struct CMUnitTest tests[] = {
      TEST(classes_of_a_file_share_its_within),
      TEST(each_component_is_an_element),
      TEST(signs_bind_as_terms_do),
      TEST(operators_have_their_precedence),
      TEST(chains_lean_to_the_left),
      TEST(ranges_and_ifs_list_their_parts),
      TEST(calls_keep_positional_and_named_arguments),
      TEST(tuples_are_told_from_parentheses),
      TEST(a_single_result_is_a_tuple_in_an_assignment),
      TEST(branches_keep_their_equations),
      TEST(sections_stay_apart),
      TEST(the_class_comment_has_text_and_annotation),
      TEST(redeclarations_are_elements),
      TEST(one_fault_gives_one_error),
      TEST(a_faulty_file_adds_no_class),
      TEST(a_file_without_class_is_refused),
      TEST(twenty_errors_are_enough),
      TEST(deep_nesting_is_an_error_of_its_own),
      TEST(long_chains_are_no_nesting),
      TEST(files_are_read_one_by_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
