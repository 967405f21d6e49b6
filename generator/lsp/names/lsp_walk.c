/* lsp_walk.c: see lsp_walk.h. */
#include "lsp/names/lsp_walk.h"

#include <assert.h>
#include <string.h>

#include "lsp/names/lsp_walk_inside.h"
#include "parse/lexer.h"

static void uses_modification(const WalkPlace *p, const AstModification *m,
                              InstClass *of);
static void uses_class(const WalkPlace *p, const AstClass *c, InstClass *self);

void uses_visit(const WalkPlace *p, LspUse use)
{
  assert(p->walk->visit);
  use.here = p->here;
  use.loop = p->loop;
  if (!use.class_def) use.class_def = p->text;
  if (use.name && use.span.source >= 0) p->walk->visit(p->walk, &use);
}

static void uses_subscripts(const WalkPlace *p, const AstSubscript *list, int n)
{
  for (int k = 0; k < n; k++) uses_expr(p, list[k].expr);
}

void uses_reference(const WalkPlace *p, const AstReference *r, bool is_type)
{
  for (int k = 0; r && k < r->n_parts; k++) {
    uses_visit(p, (LspUse){.kind = LSP_USE_PART,
                           .span = r->part[k].span,
                           .name = r->part[k].ident,
                           .reference = r,
                           .part = k,
                           .is_type = is_type});
    uses_subscripts(p, r->part[k].subscript, r->part[k].n_subscripts);
  }
}

/* The class that a whole name leads to; NULL: unknown. */
static InstClass *uses_named(const WalkPlace *p, const AstReference *r)
{
  if (!r) return NULL;
  LspTarget t = lsp_target_of_name(p->walk->v, p->here, p->loop, r, r->n_parts);
  return lsp_target_class(p->walk->v, &t);
}

/* --- expressions --- */

static LspLoop uses_begin_loop(const WalkPlace *p, const AstIterator *list,
                               int n)
{
  for (int k = 0; k < n; k++) {
    Span span = list[k].span;
    span.end = span.begin + (int32_t)strlen(list[k].name);
    uses_visit(p, (LspUse){.kind = LSP_USE_ITERATOR,
                           .span = span,
                           .name = list[k].name,
                           .iterator = &list[k]});
    uses_expr(p, list[k].range);
  }
  return (LspLoop){list, n, p->loop};
}

/* Text(textString = "%x") and the like. */
static void uses_graphics(const WalkPlace *p, const AstExpr *e)
{
  for (int k = 0; k < e->n_named; k++) {
    const AstExpr *value = e->named[k].value;
    uses_expr(p, value);
    if (value && value->kind == AST_STRING &&
        strcmp(e->named[k].name, "textString") == 0)
      uses_macros(p, value->span);
  }
}

static void uses_named_arguments(const WalkPlace *p, const AstExpr *e)
{
  InstClass *of =
      e->n_named > 0 && (e->kind == AST_CALL || e->kind == AST_PARTIAL)
          ? uses_named(p, e->reference)
          : NULL;
  for (int k = 0; k < e->n_named; k++) {
    Span span = e->named[k].span;
    span.end = span.begin + (int32_t)strlen(e->named[k].name);
    uses_visit(p, (LspUse){.kind = LSP_USE_MEMBER,
                           .span = span,
                           .name = e->named[k].name,
                           .of = of});
    uses_expr(p, e->named[k].value);
  }
}

static void uses_parts(const WalkPlace *p, const AstExpr *e)
{
  bool has_name =
      e->kind == AST_REFERENCE || e->kind == AST_CALL || e->kind == AST_PARTIAL;
  bool is_graphical =
      has_name && p->in_annotation && uses_is_graphical(e->reference);
  if (has_name && !is_graphical)
    uses_reference(p, e->reference, e->kind != AST_REFERENCE);
  if (e->kind == AST_STRING && p->in_annotation) uses_links(p, e->span);
  if (e->kind == AST_SUBSCRIPTED)
    uses_subscripts(p, e->subscript, e->n_subscripts);
  for (int k = 0; e->kind == AST_MATRIX && k < e->n_rows; k++) {
    for (int i = 0; i < e->row[k].n_items; i++) uses_expr(p, e->row[k].item[i]);
  }
  for (int k = 0; k < e->n_args; k++) uses_expr(p, e->arg[k]);
  if (is_graphical)
    uses_graphics(p, e);
  else
    uses_named_arguments(p, e);
}

void uses_expr(const WalkPlace *p, const AstExpr *e)
{
  if (!e) return;
  if (e->n_iterators == 0) {
    uses_parts(p, e);
    return;
  }
  LspLoop loop = uses_begin_loop(p, e->iterator, e->n_iterators);
  WalkPlace inside = *p;
  inside.loop = &loop;
  uses_parts(&inside, e);
}

/* --- equations and statements --- */

static void uses_equations(const WalkPlace *p, AstEquation *const *list, int n)
{
  for (int k = 0; k < n; k++) {
    const AstEquation *e = list[k];
    WalkPlace inside = *p;
    LspLoop loop;
    uses_expr(p, e->left);
    uses_expr(p, e->right);
    uses_comment(p, e->comment);
    if (e->n_iterators > 0) {
      loop = uses_begin_loop(p, e->iterator, e->n_iterators);
      inside.loop = &loop;
    }
    for (int i = 0; i < e->n_branches; i++) {
      uses_expr(&inside, e->branch[i].condition);
      uses_equations(&inside, e->branch[i].equation, e->branch[i].n_equations);
    }
  }
}

static void uses_statements(const WalkPlace *p, AstStatement *const *list,
                            int n)
{
  for (int k = 0; k < n; k++) {
    const AstStatement *st = list[k];
    WalkPlace inside = *p;
    LspLoop loop;
    uses_expr(p, st->left);
    uses_expr(p, st->right);
    uses_comment(p, st->comment);
    if (st->n_iterators > 0) {
      loop = uses_begin_loop(p, st->iterator, st->n_iterators);
      inside.loop = &loop;
    }
    for (int i = 0; i < st->n_branches; i++) {
      uses_expr(&inside, st->branch[i].condition);
      uses_statements(&inside, st->branch[i].statement,
                      st->branch[i].n_statements);
    }
  }
}

/* --- elements --- */

static void uses_constraint(const WalkPlace *p, const AstConstraint *c)
{
  if (!c) return;
  uses_reference(p, c->type, true);
  if (c->modification)
    uses_modification(p, c->modification, uses_named(p, c->type));
  uses_comment(p, c->comment);
}

/* `name` is what its name means. */
static void uses_component(const WalkPlace *p, const AstElement *e, LspUse name)
{
  uses_reference(p, e->type, true);
  uses_subscripts(p, e->type_subscript, e->n_type_subscripts);
  name.span = e->name_span;
  name.name = e->name;
  uses_visit(p, name);
  uses_subscripts(p, e->subscript, e->n_subscripts);
  if (e->modification)
    uses_modification(p, e->modification, uses_named(p, e->type));
  uses_expr(p, e->condition);
  uses_constraint(p, e->constraint);
  uses_comment(p, e->comment);
}

void uses_argument(const WalkPlace *p, const AstArgument *a, InstClass *of)
{
  InstClass *inner = of;
  if (a->kind == AST_BREAK_CONNECT) {
    uses_expr(p, a->connect_left);
    uses_expr(p, a->connect_right);
  }
  for (int k = 0; a->name && k < a->name->n_parts; k++) {
    Name name = a->name->part[k].ident;
    uses_visit(p, (LspUse){.kind = LSP_USE_MEMBER,
                           .span = a->name->part[k].span,
                           .name = name,
                           .of = inner});
    LspTarget t = {0};
    if (inner) t = lsp_target_member(p->walk->v, inner, name);
    inner = lsp_target_class(p->walk->v, &t);
  }
  if (a->modification) uses_modification(p, a->modification, inner);
  const AstElement *e = a->element;
  uses_comment(p, a->comment);
  if (e && e->kind == AST_ELEMENT_COMPONENT)
    uses_component(p, e, (LspUse){.kind = LSP_USE_MEMBER, .of = of});
  if (e && e->kind == AST_ELEMENT_CLASS && e->class_def->form == AST_SHORT) {
    uses_visit(p, (LspUse){.kind = LSP_USE_MEMBER,
                           .span = e->class_def->name_span,
                           .name = e->class_def->name,
                           .of = of});
    uses_reference(p, e->class_def->base, true);
    if (e->class_def->base_modification)
      uses_modification(p, e->class_def->base_modification,
                        uses_named(p, e->class_def->base));
    uses_constraint(p, e->constraint);
    uses_comment(p, e->class_def->comment);
  }
}

static void uses_modification(const WalkPlace *p, const AstModification *m,
                              InstClass *of)
{
  for (int k = 0; k < m->n_arguments; k++) uses_argument(p, m->argument[k], of);
  uses_expr(p, m->value);
}

/* import A.B.{C, D}: the tree has no places of C and D. */
static void uses_import_list(const WalkPlace *top, const AstElement *e)
{
  InstClass *of = uses_named(top, e->import_name);
  Lexer lexer = lexer_make(top->walk->v->s, e->span.source);
  Token token = {.kind = TOKEN_END_OF_FILE};
  bool is_inside = false;
  lexer.at = e->span.begin;
  lexer.quiet = true;
  for (lexer_next(&lexer, &token);
       token.kind != TOKEN_END_OF_FILE && token.end <= e->span.end;
       lexer_next(&lexer, &token)) {
    if (token.kind == TOKEN_LBRACE) is_inside = true;
    if (token.kind != TOKEN_IDENT || !is_inside) continue;
    uses_visit(top, (LspUse){.kind = LSP_USE_MEMBER,
                             .span = {e->span.source, token.begin, token.end},
                             .name = token.name,
                             .of = of});
  }
}

static void uses_element(const WalkPlace *p, const AstElement *e)
{
  assert(e);
  switch (e->kind) {
  case AST_ELEMENT_IMPORT: {
    WalkPlace top = *p;
    top.here = NULL; /* names of imports begin at the top */
    uses_reference(&top, e->import_name, true);
    if (e->import_kind == AST_IMPORT_LIST) uses_import_list(&top, e);
    uses_comment(p, e->comment);
    break;
  }
  case AST_ELEMENT_EXTENDS:
    uses_reference(p, e->type, true);
    if (e->modification)
      uses_modification(p, e->modification, uses_named(p, e->type));
    uses_comment(p, e->comment);
    break;
  case AST_ELEMENT_CLASS:
    uses_class(p, e->class_def,
               lsp_class_of_text(p->walk->v, p->here, e->class_def));
    uses_constraint(p, e->constraint);
    break;
  case AST_ELEMENT_COMPONENT:
    uses_component(p, e, (LspUse){.kind = LSP_USE_ELEMENT, .element = e});
    break;
  }
}

/* --- classes --- */

/* The name after `end`, if it is there. */
static void uses_end_name(const WalkPlace *p, const AstClass *c)
{
  const SourceText *text = session_source(p->walk->v->s, c->span.source);
  int32_t n = (int32_t)strlen(c->name);
  Span span = {c->span.source, c->span.end - n, c->span.end};
  if (span.begin <= c->name_span.end ||
      memcmp(text->bytes + span.begin, c->name, (size_t)n) != 0)
    return;
  uses_visit(p, (LspUse){.kind = LSP_USE_CLASS,
                         .span = span,
                         .name = c->name,
                         .class_def = c});
}

static void uses_literals(const WalkPlace *p, const AstClass *c)
{
  for (int k = 0; k < c->n_literals; k++) {
    uses_visit(p, (LspUse){.kind = LSP_USE_LITERAL,
                           .span = c->literal[k].span,
                           .name = c->literal[k].name,
                           .class_def = c,
                           .part = k});
    uses_comment(p, c->literal[k].comment);
  }
}

/* function f_u = der(f, u) */
static void uses_derived_by(const WalkPlace *p, const AstClass *c)
{
  InstClass *of = c->n_der_names > 0 ? uses_named(p, c->base) : NULL;
  for (int k = 0; k < c->n_der_names; k++)
    uses_visit(p, (LspUse){.kind = LSP_USE_MEMBER,
                           .span = c->der_name[k].span,
                           .name = c->der_name[k].name,
                           .of = of});
}

static void uses_inside(const WalkPlace *p, const AstClass *c)
{
  for (int k = 0; k < c->n_elements; k++) uses_element(p, c->element[k]);
  for (int k = 0; k < c->n_sections; k++) {
    const AstSection *section = c->section[k];
    uses_equations(p, section->equation, section->n_equations);
    uses_statements(p, section->statement, section->n_statements);
  }
  if (c->external) {
    uses_reference(p, c->external->result, false);
    for (int k = 0; k < c->external->n_args; k++)
      uses_expr(p, c->external->arg[k]);
    uses_annotation(p, c->external->annotation);
  }
  uses_comment(p, c->comment);
}

/* `p` is the place around the class. */
static void uses_class(const WalkPlace *p, const AstClass *c, InstClass *self)
{
  if (c->span.end < p->walk->from || c->span.begin > p->walk->to) return;
  uses_visit(p, (LspUse){.kind = LSP_USE_CLASS,
                         .span = c->name_span,
                         .name = c->name,
                         .class_def = c});
  uses_reference(p, c->base, true);
  uses_subscripts(p, c->base_subscript, c->n_base_subscripts);
  if (c->base_modification)
    uses_modification(p, c->base_modification, uses_named(p, c->base));
  uses_literals(p, c);
  uses_derived_by(p, c);
  if (c->extends_modification)
    uses_modification(p, c->extends_modification, self);
  WalkPlace inside = {.walk = p->walk, .here = self, .text = c};
  uses_inside(&inside, c);
  if (c->form == AST_LONG || c->form == AST_LONG_EXTENDS) uses_end_name(p, c);
}

void lsp_walk_class(LspWalk *walk, const AstClass *c)
{
  assert(walk->visit && c);
  WalkPlace top = {.walk = walk};
  uses_reference(&top, c->within, true);
  uses_class(&top, c, lsp_class_of_text(walk->v, NULL, c));
}

void lsp_walk(LspWalk *walk, const Ast *ast)
{
  for (int k = 0; k < ast->n_classes; k++)
    lsp_walk_class(walk, ast->class_def[k]);
}

/* --- the name at an offset --- */

typedef struct WalkSearch {
  int32_t at;
  bool is_found;
  LspUse use;
} WalkSearch;

/* Loops around it live as long as the walk: what they give is found now. */
static void uses_look(LspWalk *walk, const LspUse *use)
{
  WalkSearch *search = walk->user;
  if (use->span.source != walk->v->source || search->is_found ||
      search->at < use->span.begin || search->at > use->span.end)
    return;
  search->is_found = true;
  search->use = *use;
  const LspLoop **to = &search->use.loop;
  for (const LspLoop *loop = use->loop; loop; loop = loop->outer) {
    LspLoop *copy = arena_alloc(walk->v->s->session_arena, sizeof *copy);
    *copy = *loop;
    *to = copy;
    to = &copy->outer;
  }
}

bool lsp_use_at(LspView *v, int32_t at, LspUse *use)
{
  WalkSearch search = {.at = at};
  LspWalk walk = {v, &search, uses_look, at, at};
  lsp_walk(&walk, v->ast);
  *use = search.use;
  return search.is_found;
}
