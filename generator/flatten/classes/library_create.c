/* library_create.c: the roots, and the classes of the user in their places. */
#include <assert.h>
#include <string.h>

#include "base/text/path.h"
#include "base/vector.h"
#include "flatten/classes/library_places.h"

static void add_root(Library *l, const char *path, size_t n)
{
  assert(n > 0);
  while (n > 1 && path[n - 1] == '/') n--;
  l->root = vector_grow(l->arena, l->root, &l->cap_roots, l->n_roots + 1,
                        sizeof l->root[0]);
  l->root[l->n_roots++] = (Root){arena_copy_text(l->arena, path, n), NULL};
}

/* A folder named on the command line must be there; one of MODELICAPATH may
 * belong to another machine. */
static void add_roots(Library *l, const LibraryOptions *options)
{
  for (int i = 0; i < options->n_roots; i++) {
    add_root(l, options->root[i], strlen(options->root[i]));
    Folder *listing = library_root_listing(l, &l->root[l->n_roots - 1]);
    if (!listing->error) continue;
    diagnostic_file_error(l->s, options->root[i], E220,
                          "the library folder (-L) cannot be read: %s",
                          strerror(listing->error));
  }
  const char *path = options->path ? options->path : "";
  while (*path) {
    size_t n = strcspn(path, PATH_DIVIDER);
    if (n > 0) add_root(l, path, n);
    path += n + (path[n] == PATH_DIVIDER[0]);
  }
}

Library *library_create(const Faults *faults, const Ast *user,
                        const LibraryOptions *options)
{
  Session *s = faults->s;
  Library *l = arena_alloc(s->syntax_arena, sizeof *l);
  l->s = s;
  l->faults = faults;
  l->arena = s->syntax_arena;
  name_map_init(&l->given, l->arena);
  name_map_init(&l->loaded, l->arena);
  name_map_init(&l->absent, l->arena);
  name_map_init(&l->wanted, l->arena);
  name_map_init(&l->told, l->arena);
  for (int i = 0; i < user->n_classes; i++) user->class_def[i]->place = 0;
  add_roots(l, options);
  l->allowed = options->allowed;
  l->n_allowed = options->n_allowed;
  library_place_user(l, user);
  return l;
}
