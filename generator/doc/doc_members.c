/* doc_members.c: see doc_members.h. */
#include "doc/doc_members.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/faces/graphic_value.h"

/* --- one declaration --- */

static const char *literal_text(const AstExpr *value)
{
  return value && value->kind == AST_STRING ? value->string : NULL;
}

/* What the declaration says, else its type. */
static const char *doc_unit(const DocTree *tree, const AstElement *e,
                            InstClass *type)
{
  const AstModification *m = graphic_find(e->modification, "unit");
  const char *unit = m ? literal_text(m->value) : NULL;
  if (unit || !type) return unit ? unit : "";
  const Flattening *f = tree->f;
  const ClassPart *end =
      type->kind == CLASS_WRITTEN ? lookup_type_end(f->lookup, type) : NULL;
  const Modifier *found =
      modification_find(f->modifications, end ? end->modifier : type->modifier,
                        session_name(f->s, "unit"));
  unit = found ? literal_text(found->value) : NULL;
  return unit ? unit : "";
}

static bool doc_is_connector(const DocTree *tree, InstClass *type)
{
  if (!type || !type->ast) return false;
  AstRestriction r = lookup_true_restriction(tree->f->lookup, type);
  return r == AST_CONNECTOR || r == AST_EXPANDABLE_CONNECTOR;
}

static DocRole doc_role(const DocTree *tree, const AstElement *e,
                        InstClass *type)
{
  if (e->prefix.variability == AST_PARAMETER) return DOC_PARAMETER;
  if (e->prefix.variability == AST_CONSTANT) return DOC_CONSTANT;
  if (e->prefix.causality == AST_INPUT) return DOC_INPUT;
  if (e->prefix.causality == AST_OUTPUT) return DOC_OUTPUT;
  return doc_is_connector(tree, type) ? DOC_CONNECTOR : DOC_COMPONENT;
}

static const char *doc_dialog_text(const AstModification *dialog,
                                   const char *name)
{
  const AstModification *m = graphic_find(dialog, name);
  const char *text = m ? literal_text(m->value) : NULL;
  return text ? text : "";
}

/* annotation(Dialog(tab = "...", group = "...", enable = ...)) */
static void doc_read_dialog(DocMember *m)
{
  const AstModification *dialog =
      doc_tree_annotation(m->element->comment, "Dialog");
  assert(m->element);
  m->tab = m->group = "";
  m->enabled = NO_SPAN;
  if (!dialog) return;
  m->tab = doc_dialog_text(dialog, "tab");
  m->group = doc_dialog_text(dialog, "group");
  const AstModification *enable = graphic_find(dialog, "enable");
  if (enable && enable->value) m->enabled = enable->value->span;
}

static void doc_add_member(const DocTree *tree, DocGroup *g,
                           const AstElement *e)
{
  InstClass *type =
      lookup_class(tree->f->lookup, lookup_context(g->part), e->type);
  g->member = vector_grow(session_scratch(tree->f->s), g->member, &g->capacity,
                          g->n + 1, sizeof g->member[0]);
  g->member[g->n++] = (DocMember){.element = e,
                                  .role = doc_role(tree, e, type),
                                  .type = type,
                                  .unit = doc_unit(tree, e, type)};
  doc_read_dialog(&g->member[g->n - 1]);
}

/* --- classes --- */

static bool doc_has_group(const DocMembers *m, const ClassPart *part)
{
  for (int k = 0; k < m->n_groups; k++) {
    if (m->group[k].part->ast == part->ast) return true;
  }
  return false;
}

static void doc_add_group(const DocTree *tree, DocMembers *m, ClassPart *part,
                          int depth)
{
  assert(part->ast && depth >= 0);
  DocGroup g = {.part = part,
                .depth = depth,
                .page = doc_tree_find(tree, part->class_name)};
  for (int k = 0; k < part->ast->n_elements; k++) {
    const AstElement *e = part->ast->element[k];
    if (e->kind == AST_ELEMENT_COMPONENT && !e->is_protected)
      doc_add_member(tree, &g, e);
  }
  m->group = vector_grow(session_scratch(tree->f->s), m->group, &m->cap_groups,
                         m->n_groups + 1, sizeof m->group[0]);
  m->group[m->n_groups++] = g;
}

/* As deep as the inheritance, which the lookup limits. */
static void doc_add_bases(const DocTree *tree, DocMembers *m, ClassPart *part,
                          int depth)
{
  if (m->n_groups == DOC_MOST_BASES) {
    m->is_cut = true;
    return;
  }
  doc_add_group(tree, m, part, depth);
  lookup_bases(tree->f->lookup, part);
  for (int k = 0; k < part->n_bases; k++) {
    ClassPart *base = part->base[k];
    if (base && !base->builtin && base->ast && !doc_has_group(m, base))
      doc_add_bases(tree, m, base, depth + 1);
  }
}

DocMembers doc_members(const DocTree *tree, const DocClass *c)
{
  DocMembers m = {0};
  assert(c->ast);
  InstClass *class_def = c->class_def;
  if (class_def && class_def->kind == CLASS_WRITTEN)
    doc_add_bases(tree, &m, lookup_first_part(tree->f->lookup, class_def), 0);
  const int *limit = tree->f->s->limit;
  if (class_def && class_def->n_bases > limit[LIMIT_INHERITED]) m.is_cut = true;
  for (int k = 0; k < m.n_groups; k++) {
    if (m.group[k].depth >= limit[LIMIT_BASES]) m.is_cut = true;
  }
  return m;
}

/* --- text --- */

const char *doc_written(const DocTree *tree, Span span, size_t most)
{
  assert(most > 0);
  if (span.source < 0 || span.end <= span.begin) return "";
  const SourceText *text = session_source(tree->f->s, span.source);
  char *copy = arena_alloc(session_scratch(tree->f->s), most + 4);
  size_t n = 0;
  bool is_blank = true;
  for (int32_t at = span.begin; at < span.end; at++) {
    char c = text->bytes[at];
    bool was_blank = is_blank;
    is_blank = isspace((unsigned char)c) != 0;
    if (is_blank && was_blank) continue;
    if (n == most) {
      while (n > 0 && (copy[n - 1] & 0xC0) == 0x80) n--;
      memcpy(copy + n, "...", 3);
      n += 3;
      break;
    }
    copy[n++] = is_blank ? ' ' : c;
  }
  copy[n] = '\0';
  return copy;
}
