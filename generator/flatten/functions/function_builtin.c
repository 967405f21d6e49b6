/* function_builtin.c: a class and its statement, as a parser would make
 * them. */
#include "flatten/functions/function_builtin.h"

#include <assert.h>
#include <string.h>

#include "flatten/flat/flat_function.h"

static AstReference *builtin_reference(const Flattening *f, Span span,
                                       const char *word, bool is_top)
{
  AstReference *name = arena_alloc(f->arena, sizeof *name);
  name->part = arena_alloc(f->arena, sizeof *name->part);
  name->part[0].ident = session_name(f->s, word);
  name->part[0].span = span;
  name->n_parts = 1;
  name->span = span;
  name->leading_dot = is_top; /* no class around hides it */
  return name;
}

static AstExpr *builtin_name_expr(const Flattening *f, Span span,
                                  const char *word)
{
  AstExpr *expr = arena_alloc(f->arena, sizeof *expr);
  expr->kind = AST_REFERENCE;
  expr->span = span;
  expr->reference = builtin_reference(f, span, word, false);
  return expr;
}

/* output := .function(arguments) */
static AstSection **builtin_section(const Flattening *f, Span span,
                                    const char *output, const char *function,
                                    AstExpr **arg, int n_args)
{
  AstExpr *call = arena_alloc(f->arena, sizeof *call);
  call->kind = AST_CALL;
  call->span = span;
  call->reference = builtin_reference(f, span, function, true);
  call->arg = arg;
  call->n_args = n_args;
  AstStatement *statement = arena_alloc(f->arena, sizeof *statement);
  statement->kind = AST_ST_ASSIGN;
  statement->span = span;
  statement->left = builtin_name_expr(f, span, output);
  statement->right = call;
  AstSection *section = arena_alloc(f->arena, sizeof *section);
  section->span = span;
  section->is_algorithm = true;
  section->statement = arena_alloc(f->arena, sizeof statement);
  section->statement[0] = statement;
  section->n_statements = 1;
  AstSection **all = arena_alloc(f->arena, sizeof section);
  all[0] = section;
  return all;
}

static AstElement *builtin_component(const Flattening *f, Span span,
                                     const char *name, const char *type,
                                     AstCausality causality)
{
  AstElement *e = arena_alloc(f->arena, sizeof *e);
  e->kind = AST_ELEMENT_COMPONENT;
  e->span = e->name_span = span;
  e->prefix.causality = causality;
  e->name = session_name(f->s, name);
  e->type = builtin_reference(f, span, type, false);
  return e;
}

static bool builtin_takes_numbers(const FlatFunctionRow *row)
{
  return row->is_word && !row->is_of_model && row->least == row->most &&
         row->most >= 1 && row->most <= 2 &&
         (row->rule == FLAT_RULE_REAL || row->rule == FLAT_RULE_NUMERIC ||
          row->rule == FLAT_RULE_TO_INTEGER ||
          row->rule == FLAT_RULE_REAL_TO_INTEGER);
}

InstClass *function_builtin_named(const Flattening *f, const AstReference *name)
{
  static const char *const input[] = {"u1", "u2"};
  FlatFunction function;
  const char *word = name->part[0].ident;
  if (name->n_parts != 1 || !flat_function_find(word, &function)) return NULL;
  const FlatFunctionRow *row = flat_function(function);
  if (!builtin_takes_numbers(row)) return NULL;
  InstClass *made = name_map_find(&f->tables->builtins, -1, (Name)word);
  if (made) return made;
  Span span = name->span;
  int n = row->most;
  bool is_integer = row->rule == FLAT_RULE_TO_INTEGER ||
                    row->rule == FLAT_RULE_REAL_TO_INTEGER;
  AstClass *ast = arena_alloc(f->arena, sizeof *ast);
  AstExpr **arg = arena_array(f->arena, (size_t)n, sizeof arg[0]);
  ast->form = AST_LONG;
  ast->restriction = AST_FUNCTION;
  ast->span = ast->name_span = span;
  ast->name = (Name)word;
  ast->element = arena_array(f->arena, (size_t)n + 1, sizeof ast->element[0]);
  for (int k = 0; k < n; k++) {
    const char *own = n == 1 ? "u" : input[k];
    ast->element[k] = builtin_component(f, span, own, "Real", AST_INPUT);
    arg[k] = builtin_name_expr(f, span, own);
  }
  ast->element[n] = builtin_component(
      f, span, "y", is_integer ? "Integer" : "Real", AST_OUTPUT);
  ast->n_elements = n + 1;
  ast->section = builtin_section(f, span, "y", word, arg, n);
  ast->n_sections = 1;
  made = lookup_written(f->lookup, ast, (Context){0});
  name_map_add(&f->tables->builtins, -1, (Name)word, made);
  return made;
}

/* The one output of the text; NULL: there are others. */
static const char *builtin_output(const AstClass *ast)
{
  const char *found = NULL;
  for (int k = 0; k < ast->n_elements; k++) {
    const AstElement *e = ast->element[k];
    if (e->kind != AST_ELEMENT_COMPONENT || e->prefix.causality != AST_OUTPUT)
      continue;
    if (found) return NULL;
    found = e->name;
  }
  return found;
}

InstClass *function_builtin_of(const Flattening *f, InstClass *function)
{
  assert(function->kind == CLASS_WRITTEN);
  const AstExternal *external = function->ast->external;
  if (!external || !external->language || !external->has_call ||
      strcmp(external->language, "builtin") != 0)
    return function;
  Name key = session_name(f->s, "builtin");
  InstClass *made = name_map_find(&f->tables->builtins, function->id, key);
  const char *output = external->result ? external->result->part[0].ident
                                        : builtin_output(function->ast);
  if (made || !output) return made ? made : function;
  AstClass *ast = arena_alloc(f->arena, sizeof *ast);
  *ast = *function->ast;
  ast->external = NULL;
  ast->section = builtin_section(f, external->span, output, external->function,
                                 external->arg, external->n_args);
  ast->n_sections = 1;
  made = lookup_written(f->lookup, ast, function->enclosing);
  name_map_add(&f->tables->builtins, function->id, key, made);
  return made;
}
