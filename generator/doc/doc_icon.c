/* doc_icon.c: see doc_icon.h. */
#include "doc/doc_icon.h"

#include <assert.h>

#include "flatten/faces/icon_read.h"
#include "flatten/faces/placement.h"
#include "flatten/instances/instance.h"

enum { MOST_PLACED = 200, MOST_ITEMS = 3000 };

static bool doc_is_placed(const DocMember *m)
{
  return (m->role == DOC_CONNECTOR || m->role == DOC_INPUT ||
          m->role == DOC_OUTPUT) &&
         m->element->n_subscripts == 0 && !m->element->condition &&
         doc_tree_annotation(m->element->comment, "Placement");
}

static void doc_place(const DocTree *tree, Icon *icon, Instance *root,
                      const DocMember *m)
{
  Instance *part = instance_child(tree->f, root, m->element->name);
  Terminal terminal = {0};
  if (!part || part->broken || !part->element || !part->parent) return;
  placement_read(tree->f, part, &terminal);
  if (!terminal.icon) return;
  for (int k = 0; k < terminal.icon->n_items && icon->n_items < MOST_ITEMS; k++)
    icon_add(tree->arena, icon, terminal.icon->item[k]);
}

static int doc_place_all(const DocTree *tree, Icon *icon, Instance *root,
                         const DocMembers *members)
{
  int n = 0;
  for (int g = 0; g < members->n_groups; g++) {
    const DocGroup *group = &members->group[g];
    for (int k = 0; k < group->n && n < MOST_PLACED; k++) {
      if (!doc_is_placed(&group->member[k])) continue;
      doc_place(tree, icon, root, &group->member[k]);
      n++;
    }
  }
  return n;
}

const Icon *doc_icon(const DocTree *tree, const DocClass *c,
                     const DocMembers *members)
{
  InstClass *class_def = c->class_def;
  if (!class_def || class_def->kind != CLASS_WRITTEN || members->is_cut)
    return NULL;
  Instance *root = instance_make_root(tree->f, class_def, c->full_name);
  root->class_def = class_def;
  const Icon *own = icon_read(tree->f, class_def, root, NULL);
  if (own && own->n_items > MOST_ITEMS) return NULL;
  Icon *icon = arena_alloc(tree->arena, sizeof *icon);
  *icon = own ? *own : (Icon){.extent = {{-100, -100}, {100, 100}}};
  bool has_places = c->ast->restriction == AST_MODEL ||
                    c->ast->restriction == AST_BLOCK ||
                    c->ast->restriction == AST_CLASS;
  if (has_places) doc_place_all(tree, icon, root, members);
  assert(icon->n_items >= 0);
  return icon->n_items > 0 ? icon : NULL;
}
