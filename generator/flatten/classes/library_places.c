/* library_places.c: the classes that have a place of their own. */
#include "flatten/classes/library_places.h"

#include <assert.h>

#include "base/system/inside.h"
#include "base/vector.h"

StoredClass *library_stored(const Library *l, const AstClass *class_def)
{
  assert(class_def->place >= 0 &&
         class_def->place < (l->n_stored > 0 ? l->n_stored : 1));
  return class_def->place > 0 ? &l->stored[class_def->place] : NULL;
}

StoredClass *library_store(Library *l, AstClass *class_def, AstClass *parent)
{
  if (class_def->place > 0) return library_stored(l, class_def);
  int number = l->n_stored > 0 ? l->n_stored : 1;
  l->stored = vector_grow(l->arena, l->stored, &l->cap_stored, number + 1,
                          sizeof l->stored[0]);
  Name full_name = class_def->name;
  if (parent) {
    ArenaMark mark = arena_mark(session_scratch(l->s));
    full_name = session_name(l->s, arena_printf(session_scratch(l->s), "%s.%s",
                                                library_full_name(l, parent),
                                                class_def->name));
    arena_release(mark);
  }
  assert(number > 0 && !class_def->place);
  l->stored[number] = (StoredClass){
      .class_def = class_def, .parent = parent, .full_name = full_name};
  l->n_stored = number + 1;
  class_def->place = number;
  return &l->stored[number];
}

const AstClass *library_parent(const Library *l, const AstClass *class_def)
{
  const StoredClass *place = library_stored(l, class_def);
  return place ? place->parent : NULL;
}

Name library_full_name(const Library *l, const AstClass *class_def)
{
  const StoredClass *place = library_stored(l, class_def);
  return place ? place->full_name : class_def->name;
}

const char *library_folder(const Library *l, const AstClass *class_def)
{
  while (class_def) {
    const StoredClass *place = library_stored(l, class_def);
    if (!place) return NULL;
    if (place->folder) return place->folder;
    class_def = place->parent;
  }
  return NULL;
}

const char *library_root_around(const Library *l, const char *path)
{
  for (int k = 0; k < l->n_roots; k++) {
    if (inside_folder(path, l->root[k].path)) return l->root[k].path;
  }
  return NULL;
}

bool library_allows(const Library *l, const char *path)
{
  if (library_root_around(l, path)) return true;
  for (int k = 0; k < l->n_allowed; k++) {
    if (inside_folder(path, l->allowed[k])) return true;
  }
  for (int k = 1; k < l->n_stored; k++) {
    const char *folder = l->stored[k].parent ? NULL : l->stored[k].folder;
    if (folder && inside_folder(path, folder)) return true;
  }
  return false;
}
