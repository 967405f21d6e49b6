/* doc_page.c: see doc_page.h. */
#include "doc/doc_page.h"

#include <assert.h>
#include <string.h>

#include "doc/doc_source.h"
#include "report/html_text.h"

enum { LONGEST_VALUE = 200, MOST_GROUPED = 2000 };

/* --- the frame --- */

void doc_page_begin(FILE *out, const char *title, int number)
{
  fputs(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>",
      out);
  html_put(out, title);
  fprintf(out,
          "</title>\n<link rel=\"stylesheet\" href=\"doc.css\">\n"
          "<script src=\"tree.js\" defer></script>\n"
          "<script src=\"doc.js\" defer></script>\n</head>\n"
          "<body data-class=\"%d\">\n<nav id=\"side\" hidden>\n"
          "<input id=\"search\" type=\"search\" placeholder=\"Search\" "
          "aria-label=\"Search classes\" autocomplete=\"off\">\n"
          "<ul id=\"found\" hidden></ul>\n<div id=\"tree\"></div>\n</nav>\n"
          "<main>\n",
          number);
}

void doc_page_end(FILE *out)
{
  fputs("</main>\n</body>\n</html>\n", out);
}

static void put_doc_text(FILE *out, const char *before, const char *text,
                         const char *after)
{
  fputs(before, out);
  html_put(out, text);
  fputs(after, out);
}

static void put_doc_link(FILE *out, const DocClass *c, const char *text)
{
  if (c) fprintf(out, "<a href=\"%s.html\">", c->file);
  html_put(out, text);
  if (c) fputs("</a>", out);
}

static void put_doc_icon(FILE *out, const DocClass *c, const char *kind)
{
  if (!c->has_icon) return;
  fprintf(out,
          "<img class=\"%s\" src=\"icons/%s.svg\" alt=\"\" "
          "loading=\"lazy\">",
          kind, c->file);
}

/* --- the head --- */

static void put_way(const DocPage *p)
{
  const DocClass *way[256];
  int n = 0;
  const DocTree *tree = p->tree;
  for (int k = p->c->parent; k >= 0 && n < 256; k = tree->item[k].parent)
    way[n++] = &tree->item[k];
  fputs("<p class=\"way\"><a href=\"index.html\">Index</a>", p->out);
  while (n > 0) {
    fputs(" <span>/</span> ", p->out);
    n--;
    put_doc_link(p->out, way[n], doc_tree_short(way[n]));
  }
  fputs("</p>\n", p->out);
}

static void doc_page_put_head(const DocPage *p)
{
  FILE *out = p->out;
  put_way(p);
  fputs("<header id=\"icon\">", out);
  put_doc_icon(out, p->c, "large");
  fputs("<div>", out);
  put_doc_text(out, "<h1>", doc_tree_short(p->c), "</h1>\n");
  fprintf(out, "<p class=\"kind\">%s%s <code>",
          p->c->is_protected ? "protected " : "", doc_tree_kind(p->c->ast));
  html_put(out, p->c->full_name);
  fputs("</code></p>\n", out);
  const char *text = doc_tree_text(p->c->ast->comment);
  if (*text) put_doc_text(out, "<p class=\"what\">", text, "</p>\n");
  fputs("</div></header>\n", out);
}

static void put_documentation(const DocPage *p, const char *attribute,
                              const char *title)
{
  const char *text = doc_tree_documentation(p->c, attribute);
  if (!*text) return;
  fprintf(p->out, "<section class=\"%s\" id=\"%s\"><h2>%s</h2>\n", attribute,
          attribute, title);
  documentation_html_put_with(p->out, text, p->places);
  fputs("</section>\n", p->out);
}

/* --- classes --- */

void doc_page_put_row(FILE *out, const DocClass *c, const char *name)
{
  fputs("<tr><td class=\"pic\">", out);
  put_doc_icon(out, c, "small");
  fputs("</td><td>", out);
  put_doc_link(out, c, name);
  fprintf(out, " <span class=\"kind\">%s</span></td><td>",
          doc_tree_kind(c->ast));
  html_put(out, doc_tree_text(c->ast->comment));
  fputs("</td></tr>\n", out);
}

static void put_inside(const DocPage *p, bool is_protected, const char *title)
{
  const DocTree *tree = p->tree;
  int number = (int)(p->c - tree->item);
  bool has_some = false;
  for (int k = number + 1; k < tree->n; k++) {
    const DocClass *c = &tree->item[k];
    if (c->parent < number) break; /* those inside follow at once */
    bool fits = (c->is_protected && !p->c->is_protected) == is_protected;
    if (c->parent != number || !fits) continue;
    if (!has_some)
      fprintf(p->out,
              "<section><h2>%s</h2>\n<div class=\"scroll\"><table "
              "class=\"classes\">\n",
              title);
    has_some = true;
    doc_page_put_row(p->out, c, doc_tree_short(c));
  }
  if (has_some) fputs("</table></div></section>\n", p->out);
}

void doc_page_put_faults(FILE *out, const DocTree *tree, int parent)
{
  bool has_some = false;
  for (int k = 0; k < tree->n_faults; k++) {
    const DocFault *fault = &tree->fault[k];
    if (fault->parent != parent) continue;
    if (!has_some)
      fputs("<section><h2>Files with errors</h2>\n<div "
            "class=\"scroll\"><table>\n",
            out);
    has_some = true;
    put_doc_text(out, "<tr><td><code>", fault->name, "</code></td><td>");
    put_doc_text(out, "", fault->why, "</td></tr>\n");
  }
  if (has_some) fputs("</table></div></section>\n", out);
}

/* type X = Y(...) */
static void put_short_class(const DocPage *p)
{
  const AstClass *ast = p->c->ast;
  if (ast->form != AST_SHORT && ast->form != AST_SHORT_DER) return;
  put_doc_text(p->out, "<p><code class=\"short\">",
               doc_written(p->tree, ast->span, 600), "</code></p>\n");
}

static void put_literals(const DocPage *p)
{
  const AstClass *ast = p->c->ast;
  if (ast->form != AST_ENUMERATION || ast->n_literals == 0) return;
  fputs("<section><h2>Literals</h2>\n<div class=\"scroll\"><table>\n", p->out);
  for (int k = 0; k < ast->n_literals; k++) {
    put_doc_text(p->out, "<tr><td><code>", ast->literal[k].name,
                 "</code></td><td>");
    put_doc_text(p->out, "", doc_tree_text(ast->literal[k].comment),
                 "</td></tr>\n");
  }
  fputs("</table></div></section>\n", p->out);
}

/* The groups after the first, one level deeper each. */
static void put_bases(const DocPage *p)
{
  const DocMembers *m = p->members;
  int depth = 0;
  if (m->n_groups < 2 && !m->is_cut) return;
  fputs("<section><h2>Extends</h2>\n", p->out);
  for (int k = 1; k < m->n_groups; k++) {
    const DocGroup *g = &m->group[k];
    for (; depth < g->depth; depth++) fputs("<ul>", p->out);
    for (; depth > g->depth; depth--) fputs("</ul>", p->out);
    fputs("<li>", p->out);
    put_doc_link(p->out, g->page, g->part->class_name);
    const char *text = doc_tree_text(g->part->ast->comment);
    if (*text) put_doc_text(p->out, " <span class=\"soft\">", text, "</span>");
    fputs("</li>\n", p->out);
  }
  for (; depth > 0; depth--) fputs("</ul>", p->out);
  if (m->is_cut)
    fputs("<p>There are more bases than this program reads: what they have is "
          "not on this page.</p>\n",
          p->out);
  fputs("</section>\n", p->out);
}

/* --- components --- */

static const char *const doc_titles[N_DOC_ROLES] = {
    [DOC_INPUT] = "Inputs",         [DOC_OUTPUT] = "Outputs",
    [DOC_PARAMETER] = "Parameters", [DOC_CONNECTOR] = "Connectors",
    [DOC_CONSTANT] = "Constants",   [DOC_COMPONENT] = "Components"};

static void put_type(const DocPage *p, const DocMember *m)
{
  const AstElement *e = m->element;
  Name full_name = m->type ? m->type->full_name : NULL;
  const char *written = doc_written(p->tree, e->type->span, LONGEST_VALUE);
  put_doc_link(p->out, doc_tree_find(p->tree, full_name), written);
}

static void put_subscripts(const DocPage *p, const AstSubscript *subscript,
                           int n)
{
  if (n == 0) return;
  Span span = subscript[0].span;
  span.end = subscript[n - 1].span.end;
  put_doc_text(p->out, "[", doc_written(p->tree, span, LONGEST_VALUE), "]");
}

static void put_default(const DocPage *p, const AstElement *e)
{
  const AstExpr *value = e->modification ? e->modification->value : NULL;
  if (!value) return;
  put_doc_text(p->out, "<code>",
               doc_written(p->tree, value->span, LONGEST_VALUE), "</code>");
}

static void put_words(const DocPage *p, const AstElement *e)
{
  if (e->final) fputs("final ", p->out);
  if (e->replaceable) fputs("replaceable ", p->out);
  if (e->inner) fputs("inner ", p->out);
  if (e->outer) fputs("outer ", p->out);
  if (e->prefix.connection == AST_FLOW) fputs("flow ", p->out);
  if (e->prefix.connection == AST_STREAM) fputs("stream ", p->out);
  if (e->prefix.variability == AST_DISCRETE) fputs("discrete ", p->out);
}

/* Which columns of a table have something in them. */
typedef struct DocColumns {
  bool unit, value;
} DocColumns;

static void doc_page_put_member(const DocPage *p, const DocMember *m,
                                DocColumns columns)
{
  const AstElement *e = m->element;
  FILE *out = p->out;
  put_doc_text(out, "<tr><td><code>", e->name, "");
  put_subscripts(p, e->subscript, e->n_subscripts);
  fputs("</code></td><td>", out);
  put_words(p, e);
  put_type(p, m);
  put_subscripts(p, e->type_subscript, e->n_type_subscripts);
  fputs("</td>", out);
  if (columns.unit) put_doc_text(out, "<td>", m->unit, "</td>");
  if (columns.value) {
    fputs("<td>", out);
    put_default(p, e);
    fputs("</td>", out);
  }
  put_doc_text(out, "<td>", doc_tree_text(e->comment), "");
  if (m->enabled.source >= 0) {
    put_doc_text(out, " <span class=\"soft\">enabled if ",
                 doc_written(p->tree, m->enabled, LONGEST_VALUE), "</span>");
  }
  if (e->condition) {
    put_doc_text(out, " <span class=\"soft\">if ",
                 doc_written(p->tree, e->condition->span, LONGEST_VALUE),
                 "</span>");
  }
  fputs("</td></tr>\n", out);
}

static bool doc_page_has_role(const DocGroup *g, DocRole role)
{
  for (int k = 0; k < g->n; k++) {
    if (g->member[k].role == role) return true;
  }
  return false;
}

static bool doc_page_same_dialog(const DocMember *a, const DocMember *b)
{
  return strcmp(a->tab, b->tab) == 0 && strcmp(a->group, b->group) == 0;
}

/* "Advanced / Nominal": the head of the members of one part of a dialog. */
static void put_dialog_head(const DocPage *p, const DocMember *m,
                            DocColumns columns)
{
  assert(m->tab && m->group);
  if (!*m->tab && !*m->group) return;
  fprintf(p->out, "<tr class=\"dialog\"><th colspan=\"%d\">",
          3 + columns.unit + columns.value);
  html_put(p->out, m->tab);
  if (*m->tab && *m->group) fputs(" / ", p->out);
  html_put(p->out, m->group);
  fputs("</th></tr>\n", p->out);
}

/* Those of one part of the dialog stand together, where its first one is; those
 * of none come first. */
static void put_members(const DocPage *p, const DocGroup *g, DocRole role,
                        DocColumns columns)
{
  static const DocMember none = {.tab = "", .group = ""};
  for (int k = 0; g->n > MOST_GROUPED && k < g->n; k++) {
    if (g->member[k].role == role)
      doc_page_put_member(p, &g->member[k], columns);
  }
  for (int k = -1; g->n <= MOST_GROUPED && k < g->n; k++) {
    const DocMember *first = k < 0 ? &none : &g->member[k];
    bool is_new =
        k < 0 || (first->role == role && !doc_page_same_dialog(first, &none));
    for (int i = 0; i < k && is_new; i++)
      is_new = g->member[i].role != role ||
               !doc_page_same_dialog(&g->member[i], first);
    if (!is_new) continue;
    put_dialog_head(p, first, columns);
    for (int i = k < 0 ? 0 : k; i < g->n; i++) {
      const DocMember *m = &g->member[i];
      if (m->role == role && doc_page_same_dialog(m, first))
        doc_page_put_member(p, m, columns);
    }
  }
}

static void put_group(const DocPage *p, const DocGroup *g, DocRole role,
                      DocColumns columns)
{
  if (!doc_page_has_role(g, role)) return;
  if (g->depth > 0) {
    fprintf(p->out, "<tr class=\"from\"><th colspan=\"%d\">from ",
            3 + columns.unit + columns.value);
    put_doc_link(p->out, g->page, g->part->class_name);
    fputs("</th></tr>\n", p->out);
  }
  put_members(p, g, role, columns);
}

/* False: there is no such component. */
static bool find_columns(const DocMembers *m, DocRole role, DocColumns *columns)
{
  bool has_some = false;
  for (int g = 0; g < m->n_groups; g++) {
    for (int k = 0; k < m->group[g].n; k++) {
      const DocMember *member = &m->group[g].member[k];
      const AstModification *given = member->element->modification;
      if (member->role != role) continue;
      has_some = true;
      columns->unit = columns->unit || *member->unit;
      columns->value = columns->value || (given && given->value);
    }
  }
  return has_some;
}

static void put_role(const DocPage *p, DocRole role)
{
  const DocMembers *m = p->members;
  DocColumns columns = {false, false};
  if (!find_columns(m, role, &columns)) return;
  fprintf(p->out,
          "<section><h2>%s</h2>\n<div class=\"scroll\"><table>\n<tr><th>Name"
          "</th><th>Type</th>%s%s<th>Description</th></tr>\n",
          doc_titles[role], columns.unit ? "<th>Unit</th>" : "",
          columns.value ? "<th>Default</th>" : "");
  for (int k = 0; k < m->n_groups; k++)
    put_group(p, &m->group[k], role, columns);
  fputs("</table></div></section>\n", p->out);
}

/* --- the whole --- */

static void put_source(const DocPage *p)
{
  const Span span = p->c->ast->span;
  if (span.source < 0) return;
  fputs("<section id=\"text\"><details><summary>Source</summary>\n", p->out);
  doc_source_put(p->tree, p->c, p->out);
  fputs("</details></section>\n", p->out);
}

void doc_page_put(const DocPage *p)
{
  assert(p->c >= p->tree->item && p->c < p->tree->item + p->tree->n);
  doc_page_begin(p->out, p->c->full_name, (int)(p->c - p->tree->item));
  doc_page_put_head(p);
  put_short_class(p);
  put_documentation(p, "info", "Information");
  put_inside(p, false, "Contents");
  put_inside(p, true, "Protected classes");
  doc_page_put_faults(p->out, p->tree, (int)(p->c - p->tree->item));
  put_literals(p);
  for (int role = 0; role < N_DOC_ROLES; role++) put_role(p, (DocRole)role);
  put_bases(p);
  put_documentation(p, "revisions", "Revisions");
  put_source(p);
  doc_page_end(p->out);
}
