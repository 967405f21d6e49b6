/* lsp_complete.c: textDocument/completion and signatureHelp: what may stand at
 * a place, by the words before it. The text is being typed there: it is read
 * by words, what is around it by the tree. */
#include <assert.h>
#include <string.h>

#include "lsp/lsp_method.h"
#include "lsp/lsp_text.h"
#include "lsp/lsp_words.h"
#include "lsp/names/annotation_words.h"
#include "lsp/names/lsp_walk.h"

enum { COMPLETE_BASES = 100 };

/* CompletionItemKind of the protocol. */
enum {
  ITEM_FUNCTION = 3,
  ITEM_FIELD = 5,
  ITEM_VARIABLE = 6,
  ITEM_CLASS = 7,
  ITEM_INTERFACE = 8,
  ITEM_MODULE = 9,
  ITEM_PROPERTY = 10,
  ITEM_ENUM = 13,
  ITEM_KEYWORD = 14,
  ITEM_ENUM_MEMBER = 20,
  ITEM_CONSTANT = 21,
  ITEM_STRUCT = 22
};

/* --- items --- */

typedef struct Completion {
  LspView *v;
  JsonWriter *w;
  InstClass *here;
  NameMap seen;
} Completion;

static void complete_put(Completion *c, Name name, int kind, const char *detail,
                         const char *text)
{
  if (!name || name_map_find(&c->seen, 0, name)) return;
  name_map_add(&c->seen, 0, name, c);
  json_object_begin(c->w);
  json_key(c->w, "label");
  json_string(c->w, name);
  json_key(c->w, "kind");
  json_int(c->w, kind);
  if (detail) {
    json_key(c->w, "detail");
    json_string(c->w, detail);
  }
  if (text) {
    json_key(c->w, "documentation");
    json_string(c->w, text);
  }
  json_object_end(c->w);
}

static int complete_class_kind(const AstClass *c)
{
  if (c->form == AST_ENUMERATION) return ITEM_ENUM;
  switch (c->restriction) {
  case AST_PACKAGE: return ITEM_MODULE;
  case AST_FUNCTION: return ITEM_FUNCTION;
  case AST_RECORD: return ITEM_STRUCT;
  case AST_CONNECTOR:
  case AST_EXPANDABLE_CONNECTOR: return ITEM_INTERFACE;
  case AST_OPERATOR_RECORD: return ITEM_STRUCT;
  case AST_OPERATOR_FUNCTION:
  case AST_OPERATOR: return ITEM_FUNCTION;
  case AST_CLASS:
  case AST_MODEL:
  case AST_BLOCK:
  case AST_TYPE: return ITEM_CLASS;
  }
  return ITEM_CLASS;
}

static const char *complete_comment(const AstComment *comment)
{
  return comment ? comment->text : NULL;
}

static void complete_element(Completion *c, const AstElement *e)
{
  if (e->kind == AST_ELEMENT_CLASS) {
    complete_put(c, e->class_def->name, complete_class_kind(e->class_def), NULL,
                 complete_comment(e->class_def->comment));
  } else if (e->kind == AST_ELEMENT_COMPONENT) {
    bool is_constant = e->prefix.variability == AST_PARAMETER ||
                       e->prefix.variability == AST_CONSTANT;
    complete_put(c, e->name, is_constant ? ITEM_CONSTANT : ITEM_VARIABLE,
                 lsp_declaration(c->v, e), complete_comment(e->comment));
  }
}

/* What a class has, with what it inherits. As deep as bases of bases. */
static void complete_members(Completion *c, ClassPart *part, bool from_inside,
                             int depth)
{
  const Flattening *f = lsp_view_names(c->v);
  if (!part || !part->ast || part->builtin || depth > COMPLETE_BASES) return;
  for (int k = 0; k < part->ast->n_elements; k++) {
    const AstElement *e = part->ast->element[k];
    if (from_inside || !e->is_protected) complete_element(c, e);
  }
  int n = 0;
  const Name *stored = part->ast->place > 0
                           ? library_child_names(f->library, part->ast, &n)
                           : NULL;
  for (int k = 0; k < n; k++)
    complete_put(c, stored[k], ITEM_CLASS, NULL, NULL);
  lookup_bases(f->lookup, part);
  for (int k = 0; k < part->n_bases; k++)
    complete_members(c, part->base[k], from_inside, depth + 1);
}

static void complete_attributes(Completion *c, const InstClass *type)
{
  static const char *const word[] = {"start",   "fixed",    "min",
                                     "max",     "unit",     "displayUnit",
                                     "nominal", "quantity", "stateSelect"};
  for (size_t k = 0; k < sizeof word / sizeof word[0]; k++)
    complete_put(c, session_name(c->v->s, word[k]), ITEM_PROPERTY,
                 type->full_name, NULL);
}

static void complete_class(Completion *c, InstClass *of, bool modifies)
{
  assert(c->v && c->w);
  const Lookup *l = lsp_view_names(c->v)->lookup;
  if (!of) return;
  const AstClass *text = of->ast;
  for (int k = 0; text && text->form == AST_ENUMERATION && !modifies &&
                  k < text->n_literals;
       k++)
    complete_put(c, text->literal[k].name, ITEM_ENUM_MEMBER, NULL,
                 complete_comment(text->literal[k].comment));
  if (of->kind == CLASS_WRITTEN)
    complete_members(c, lookup_first_part(l, of), false, 0);
  bool is_simple = of->kind == CLASS_BUILTIN || lookup_type_end(l, of) != NULL;
  if (modifies && is_simple) complete_attributes(c, of);
}

/* --- by the words --- */

static void complete_keywords(Completion *c)
{
  for (int kind = FIRST_KEYWORD; kind < N_TOKEN_KINDS; kind++)
    complete_put(c, session_name(c->v->s, token_kind_text((TokenKind)kind)),
                 ITEM_KEYWORD, NULL, NULL);
}

/* What a simple name may mean here. */
static void complete_scope(Completion *c)
{
  const Flattening *f = lsp_view_names(c->v);
  static const char *const word[] = {
      "Real",   "Integer", "Boolean", "String", "time",   "sin",
      "cos",    "sqrt",    "exp",     "log",    "abs",    "noEvent",
      "smooth", "sample",  "pre",     "reinit", "assert", "size"};
  for (InstClass *at = c->here; at && at->kind == CLASS_WRITTEN;) {
    ClassPart *part = lookup_first_part(f->lookup, at);
    complete_members(c, part, true, 0);
    for (int k = 0; k < at->ast->n_elements; k++) {
      const AstElement *e = at->ast->element[k];
      if (e->kind != AST_ELEMENT_IMPORT || !e->import_name) continue;
      Name last = e->import_name->part[e->import_name->n_parts - 1].ident;
      if (e->import_kind == AST_IMPORT_RENAME) last = e->import_alias;
      if (e->import_kind == AST_IMPORT_QUALIFIED ||
          e->import_kind == AST_IMPORT_RENAME)
        complete_put(c, last, ITEM_CLASS, NULL, NULL);
    }
    at = at->enclosing.part ? at->enclosing.part->whole : NULL;
  }
  int n = 0;
  const Name *top = library_top_names(f->library, &n);
  for (int k = 0; k < n; k++) complete_put(c, top[k], ITEM_MODULE, NULL, NULL);
  for (size_t k = 0; k < sizeof word / sizeof word[0]; k++)
    complete_put(c, session_name(c->v->s, word[k]), ITEM_FUNCTION, NULL, NULL);
  complete_keywords(c);
}

/* What is modified or called in the parenthesis that is open there: `Type name(`
 * modifies Type, `name(` a member of what is modified around, or calls. */
static InstClass *complete_around(Completion *c, const LspWords *words,
                                  int before, bool *modifies, int depth)
{
  LspView *v = c->v;
  int at = before;
  AstReference *name = lsp_words_name(v, words, &at);
  *modifies = true;
  if (!name || depth > 20) return NULL;
  AstReference *type = lsp_words_name(v, words, &at);
  bool is_extends = !type && at >= 0 &&
                    (words->token[at].kind == KEYWORD_EXTENDS ||
                     words->token[at].kind == KEYWORD_CONSTRAINEDBY ||
                     words->token[at].kind == TOKEN_EQUALS);
  if (type || is_extends) {
    const AstReference *r = type ? type : name;
    LspTarget t = lsp_target_of_name(v, c->here, NULL, r, r->n_parts);
    InstClass *found = lsp_target_class(v, &t);
    *modifies =
        !(found && found->ast && found->ast->restriction == AST_FUNCTION);
    return found;
  }
  int n_commas, outer = lsp_words_open(words, at, &n_commas);
  bool outer_modifies = false;
  InstClass *around =
      outer >= 0 ? complete_around(c, words, outer, &outer_modifies, depth + 1)
                 : NULL;
  if (around && outer_modifies) {
    LspTarget t = lsp_target_member(v, around, name->part[0].ident);
    if (t.kind != LSP_NO_TARGET) return lsp_target_class(v, &t);
  }
  LspTarget t = lsp_target_of_name(v, c->here, NULL, name, name->n_parts);
  *modifies = false;
  return t.kind == LSP_OF_CLASS ? t.class_def : NULL;
}

/* --- in annotations --- */

static bool complete_annotation_words(Completion *c, const char *around)
{
  const AnnotationWord *w = NULL;
  assert(around);
  while ((w = annotation_words_next(w, around)))
    complete_put(c, session_name(c->v->s, w->name), ITEM_PROPERTY, w->type,
                 w->text);
  return annotation_words_next(NULL, around) != NULL;
}

/* A word that takes one of some values: their type. */
static void complete_annotation_type(Completion *c, const LspWords *words,
                                     int last, const char *around)
{
  if (last < 1 || words->token[last].kind != TOKEN_EQUALS ||
      words->token[last - 1].kind != TOKEN_IDENT)
    return;
  const AnnotationWord *w =
      annotation_words_find(around, words->token[last - 1].name);
  if (w && w->type && annotation_words_next(NULL, w->type))
    complete_put(c, session_name(c->v->s, w->type), ITEM_ENUM, NULL, w->text);
}

/* True: that is all that may stand there. */
static bool complete_annotation(Completion *c, const LspWords *words, int last,
                                const char *around)
{
  if (last < 0) return false;
  assert(last < words->n);
  TokenKind kind = words->token[last].kind;
  if (kind == TOKEN_LPAREN || kind == TOKEN_LBRACE || kind == TOKEN_COMMA)
    return complete_annotation_words(c, around);
  if (kind == TOKEN_DOT)
    return last > 0 && words->token[last - 1].kind == TOKEN_IDENT &&
           complete_annotation_words(c, words->token[last - 1].name);
  complete_annotation_type(c, words, last, around);
  return false;
}

static void complete_at(Completion *c, const LspWords *words, int last)
{
  LspView *v = c->v;
  const char *word = lsp_words_annotation(words, last);
  if (word && complete_annotation(c, words, last, word)) return;
  if (last >= 0 && words->token[last].kind == TOKEN_DOT) {
    last--;
    const AstReference *name = lsp_words_name(v, words, &last);
    if (!name) return;
    LspTarget t = lsp_target_of_name(v, c->here, NULL, name, name->n_parts);
    complete_class(c, lsp_target_class(v, &t), false);
    return;
  }
  int n_commas, before = lsp_words_open(words, last, &n_commas);
  bool begins = last >= 0 && (words->token[last].kind == TOKEN_LPAREN ||
                              words->token[last].kind == TOKEN_COMMA);
  bool modifies = false;
  InstClass *around = before >= 0 && begins
                          ? complete_around(c, words, before, &modifies, 0)
                          : NULL;
  complete_class(c, around, modifies);
  if (!around || !modifies) complete_scope(c);
}

void lsp_complete(LspView *v, const JsonValue *params, int32_t at,
                  JsonWriter *w)
{
  (void)params;
  LspWords words = lsp_words_before(v, at);
  int last = words.n - 1;
  Completion c = {.v = v, .w = w, .here = lsp_class_at(v, at)};
  name_map_init(&c.seen, v->s->session_arena);
  /* the word that is being typed: the editor looks for what begins like it */
  if (last >= 0 && words.token[last].end >= at &&
      (words.token[last].kind == TOKEN_IDENT ||
       words.token[last].kind >= FIRST_KEYWORD))
    last--;
  json_array_begin(w);
  complete_at(&c, &words, last);
  json_array_end(w);
}

/* --- signatures --- */

static void complete_put_inputs(const LspView *v, JsonWriter *w,
                                const AstClass *c)
{
  json_key(w, "parameters");
  json_array_begin(w);
  for (int k = 0; k < c->n_elements; k++) {
    if (!lsp_is_input(c->element[k])) continue;
    json_object_begin(w);
    json_key(w, "label");
    json_string(w, lsp_input_text(v, c->element[k]));
    if (complete_comment(c->element[k]->comment)) {
      json_key(w, "documentation");
      json_string(w, c->element[k]->comment->text);
    }
    json_object_end(w);
  }
  json_array_end(w);
}

void lsp_signature(LspView *v, const JsonValue *params, int32_t at,
                   JsonWriter *w)
{
  (void)params;
  LspWords words = lsp_words_before(v, at);
  Completion c = {.v = v, .w = w, .here = lsp_class_at(v, at)};
  int n_commas, before = lsp_words_open(&words, words.n - 1, &n_commas);
  const AstReference *name =
      before >= 0 ? lsp_words_name(v, &words, &before) : NULL;
  LspTarget t = {.span = NO_SPAN};
  if (name) t = lsp_target_of_name(v, c.here, NULL, name, name->n_parts);
  const AstClass *called =
      t.kind == LSP_OF_CLASS && t.class_def ? t.class_def->ast : NULL;
  if (!called || called->form != AST_LONG) {
    json_null(w);
    return;
  }
  json_object_begin(w);
  json_key(w, "signatures");
  json_array_begin(w);
  json_object_begin(w);
  json_key(w, "label");
  json_string(w, lsp_signature_text(v, called));
  if (complete_comment(called->comment)) {
    json_key(w, "documentation");
    json_string(w, called->comment->text);
  }
  complete_put_inputs(v, w, called);
  json_object_end(w);
  json_array_end(w);
  json_key(w, "activeSignature");
  json_int(w, 0);
  json_key(w, "activeParameter");
  json_int(w, n_commas);
  json_object_end(w);
}
