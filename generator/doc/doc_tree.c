/* doc_tree.c: see doc_tree.h. */
#include "doc/doc_tree.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/source_text.h"
#include "base/vector.h"
#include "flatten/faces/graphic_value.h"

enum { LONGEST_FILE = 120, MOST_DEPTH = 200 };

void doc_tree_begin(DocTree *tree, const Flattening *f)
{
  *tree = (DocTree){.arena = f->s->session_arena};
  scope_try(&tree->attempt, f);
  tree->f = &tree->attempt.f;
  name_map_init(&tree->by_name, tree->arena);
  name_map_init(&tree->files, tree->arena);
}

/* --- names of files --- */

static uint64_t doc_hash(const char *text)
{
  uint64_t hash = UINT64_C(14695981039346656037);
  for (; *text; text++)
    hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
  return hash;
}

/* Letters, digits, dots, - and _ stay; others become ~ and two digits. */
static const char *doc_plain_name(DocTree *tree, const char *name)
{
  char text[LONGEST_FILE + 32];
  size_t n = 0;
  const char *c = name;
  for (; *c && n < LONGEST_FILE; c++) {
    bool is_plain = isalnum((unsigned char)*c) || strchr("._-", *c);
    n += (size_t)snprintf(text + n, sizeof text - n, is_plain ? "%c" : "~%02x",
                          (unsigned char)*c);
  }
  if (*c)
    snprintf(text + n, sizeof text - n, "~%016llx",
             (unsigned long long)doc_hash(name));
  return arena_printf(tree->arena, "%s", text);
}

/* Some file systems take "a" and "A" for the same name. */
static Name small_letters(DocTree *tree, const char *name)
{
  char text[LONGEST_FILE + 48];
  size_t n = strlen(name);
  assert(n < sizeof text);
  for (size_t k = 0; k <= n; k++)
    text[k] = (char)tolower((unsigned char)name[k]);
  return session_name(tree->f->s, text);
}

static const char *doc_new_file(DocTree *tree, const char *full_name)
{
  const char *plain = doc_plain_name(tree, full_name), *name = plain;
  bool is_reserved = strcmp(plain, "index") == 0;
  for (int k = 2;
       is_reserved || name_map_find(&tree->files, 0, small_letters(tree, name));
       k++) {
    name = arena_printf(tree->arena, "%s~%d", plain, k);
    is_reserved = false;
  }
  name_map_add(&tree->files, 0, small_letters(tree, name), tree);
  return name;
}

/* --- the classes --- */

/* The class as it is found in the one around it. */
static InstClass *doc_look_up(const DocTree *tree, InstClass *around,
                              const AstClass *ast)
{
  if (!around) return NULL;
  Found found = lookup_in_class(tree->f->lookup, around, ast->name);
  bool is_this = found.kind == FOUND_CLASS && found.class_def->ast == ast;
  return is_this ? found.class_def : NULL;
}

static int doc_append(DocTree *tree, int parent, const AstClass *ast,
                      InstClass *class_def)
{
  const char *around = parent >= 0 ? tree->item[parent].full_name : NULL;
  Session *s = tree->f->s;
  Name full_name =
      around ? session_name(s, arena_printf(session_scratch(s), "%s.%s", around,
                                            ast->name))
             : ast->name;
  tree->item = vector_grow(tree->arena, tree->item, &tree->capacity,
                           tree->n + 1, sizeof tree->item[0]);
  DocClass *c = &tree->item[tree->n];
  *c = (DocClass){.full_name = full_name,
                  .file = doc_new_file(tree, full_name),
                  .ast = ast,
                  .class_def = class_def,
                  .parent = parent};
  if (!name_map_find(&tree->by_name, 0, full_name)) {
    name_map_add(&tree->by_name, 0, full_name, (void *)(intptr_t)(tree->n + 1));
  }
  return tree->n++;
}

/* "Bad.mo:4: ...": no folders of this machine. */
static const char *doc_fault_text(DocTree *tree, Session *s,
                                  const Diagnostic *d)
{
  if (d->span.source < 0) return arena_printf(tree->arena, "%s", d->message);
  const SourceText *text = session_source(s, d->span.source);
  const char *slash = strrchr(text->path, '/');
  return arena_printf(tree->arena, "%s:%d: %s", slash ? slash + 1 : text->path,
                      (int)source_text_place(text, d->span.begin).line,
                      d->message);
}

/* Something of the library was reported since there were n messages. */
static void doc_add_fault(DocTree *tree, const Flattening *f, int parent,
                          Name name, int n)
{
  Session *s = f->s;
  const char *why = "it was reported before";
  assert(n <= s->n_diagnostics && parent < tree->n);
  for (int k = s->n_diagnostics - 1; k >= n; k--) {
    const Diagnostic *d = s->diagnostic[k];
    if (d->severity == SEVERITY_ERROR) why = doc_fault_text(tree, s, d);
  }
  tree->fault = vector_grow(tree->arena, tree->fault, &tree->cap_faults,
                            tree->n_faults + 1, sizeof tree->fault[0]);
  tree->fault[tree->n_faults++] = (DocFault){parent, name, why};
}

static void doc_add(DocTree *tree, const Flattening *f, int parent,
                    const AstClass *ast, InstClass *class_def,
                    bool is_protected, int depth);

/* Those in files of their own. */
static void doc_add_stored(DocTree *tree, const Flattening *f, int number,
                           const AstClass *ast, InstClass *class_def, int depth)
{
  int n = 0;
  assert(number < tree->n && tree->item[number].ast == ast);
  const Name *stored = library_child_names(f->library, ast, &n);
  for (int k = 0; k < n; k++) {
    const AstClass *child = NULL;
    int before = f->s->n_diagnostics, errors = f->s->n_errors;
    LibraryAnswer answer = library_child(f->library, ast, stored[k], &child);
    if (answer == LIBRARY_FAULTY || f->s->n_errors > errors)
      doc_add_fault(tree, f, number, stored[k], before);
    if (answer == LIBRARY_FOUND)
      doc_add(tree, f, number, child, doc_look_up(tree, class_def, child),
              tree->item[number].is_protected, depth);
  }
}

static void doc_add(DocTree *tree, const Flattening *f, int parent,
                    const AstClass *ast, InstClass *class_def,
                    bool is_protected, int depth)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  int number = doc_append(tree, parent, ast, class_def);
  arena_release(mark);
  tree->item[number].is_protected = is_protected;
  if (depth == MOST_DEPTH) return;
  for (int k = 0; k < ast->n_elements; k++) {
    const AstElement *e = ast->element[k];
    if (e->kind == AST_ELEMENT_CLASS)
      doc_add(tree, f, number, e->class_def,
              doc_look_up(tree, class_def, e->class_def),
              is_protected || e->is_protected, depth + 1);
  }
  doc_add_stored(tree, f, number, ast, class_def, depth + 1);
}

bool doc_tree_add(DocTree *tree, const Flattening *f, const char *library)
{
  Name name = session_name(f->s, library);
  const AstClass *top = NULL;
  int before = f->s->n_diagnostics, errors = f->s->n_errors;
  LibraryAnswer answer = library_top(f->library, name, &top);
  if (answer == LIBRARY_FAULTY || f->s->n_errors > errors)
    doc_add_fault(tree, f, -1, name, before);
  if (answer != LIBRARY_FOUND) return false;
  Found found = lookup_top(tree->f->lookup, name);
  doc_add(tree, f, -1, top, found.kind == FOUND_CLASS ? found.class_def : NULL,
          false, 0);
  return true;
}

/* --- what is said of a class --- */

const DocClass *doc_tree_find(const DocTree *tree, Name full_name)
{
  intptr_t number =
      full_name ? (intptr_t)name_map_find(&tree->by_name, 0, full_name) : 0;
  assert(number >= 0 && number <= tree->n);
  return number > 0 ? &tree->item[number - 1] : NULL;
}

const char *doc_tree_short(const DocClass *c)
{
  return c->ast->name;
}

const char *doc_tree_kind(const AstClass *ast)
{
  static const char *const kind[][2] = {
      [AST_CLASS] = {"class", "partial class"},
      [AST_MODEL] = {"model", "partial model"},
      [AST_RECORD] = {"record", "partial record"},
      [AST_OPERATOR_RECORD] = {"operator record", "partial operator record"},
      [AST_BLOCK] = {"block", "partial block"},
      [AST_CONNECTOR] = {"connector", "partial connector"},
      [AST_EXPANDABLE_CONNECTOR] = {"expandable connector",
                                    "partial expandable connector"},
      [AST_TYPE] = {"type", "partial type"},
      [AST_PACKAGE] = {"package", "partial package"},
      [AST_FUNCTION] = {"function", "partial function"},
      [AST_OPERATOR_FUNCTION] = {"operator function",
                                 "partial operator function"},
      [AST_OPERATOR] = {"operator", "partial operator"}};
  return kind[ast->restriction][ast->is_partial];
}

const char *doc_tree_text(const AstComment *comment)
{
  return comment && comment->text ? comment->text : "";
}

const AstModification *doc_tree_annotation(const AstComment *comment,
                                           const char *name)
{
  return comment ? graphic_find(comment->annotation, name) : NULL;
}

const char *doc_tree_documentation(const DocClass *c, const char *attribute)
{
  assert(c->ast && *attribute);
  const AstModification *all =
      doc_tree_annotation(c->ast->comment, "Documentation");
  for (int k = 0; all && k < all->n_arguments; k++) {
    const AstArgument *a = all->argument[k];
    if (a->kind != AST_MODIFY || a->name->n_parts != 1 ||
        strcmp(a->name->part[0].ident, attribute) != 0)
      continue;
    const AstExpr *value = a->modification ? a->modification->value : NULL;
    return value && value->kind == AST_STRING ? value->string : "";
  }
  return "";
}
