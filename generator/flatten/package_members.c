/* package_members.c: see package_members.h. As deep as packages are nested. */
#include "flatten/package_members.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

typedef struct Members {
  const Flattening *f;
  Name *name;
  int n_names, cap_names;
} Members;

static void package_members_add(Members *m, const AstClass *ast,
                                const char *around);

static void package_members_each(Members *m, const AstClass *package,
                                 const char *name)
{
  const Flattening *f = m->f;
  for (int k = 0; k < package->n_elements; k++) {
    const AstElement *element = package->element[k];
    if (element->kind == AST_ELEMENT_CLASS)
      package_members_add(m, element->class_def, name);
  }
  int n = 0;
  const Name *stored = library_child_names(f->library, package, &n);
  for (int k = 0; k < n; k++) {
    const AstClass *child = NULL;
    if (library_child(f->library, package, stored[k], &child) == LIBRARY_FOUND)
      package_members_add(m, child, name);
  }
}

/* External objects are made by functions. */
static bool is_external_object(const AstClass *ast)
{
  for (int k = 0; k < ast->n_elements; k++) {
    const AstElement *e = ast->element[k];
    if (e->kind == AST_ELEMENT_EXTENDS && e->type->n_parts == 1 &&
        strcmp(e->type->part[0].ident, "ExternalObject") == 0) {
      return true;
    }
  }
  return false;
}

/* A short class is another name of a class. */
static void package_members_add(Members *m, const AstClass *ast,
                                const char *around)
{
  assert(ast->name);
  const char *name =
      arena_printf(m->f->s->flat_arena, "%s.%s", around, ast->name);
  bool is_model = ast->restriction == AST_MODEL ||
                  ast->restriction == AST_BLOCK ||
                  ast->restriction == AST_CLASS;
  if (ast->form != AST_LONG) return;
  if (ast->restriction == AST_PACKAGE) package_members_each(m, ast, name);
  if (!is_model || ast->is_partial || is_external_object(ast)) return;
  m->name = vector_grow(m->f->s->flat_arena, m->name, &m->cap_names,
                        m->n_names + 1, sizeof m->name[0]);
  m->name[m->n_names++] = session_name(m->f->s, name);
}

void package_members(const Flattening *f, const InstClass *package)
{
  Members m = {.f = f};
  package_members_each(&m, package->ast, package->full_name);
  f->flat->is_package = true;
  f->flat->inside = m.name;
  f->flat->n_inside = m.n_names;
}
