/* library_places.h: what the files of the library share; private to them.
 *
 * From below: library_places.c keeps the places, library_read.c reads one
 * stored class and checks that it fits its place, library.c answers by name,
 * library_user.c places the classes of the user, library_create.c begins.
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_LIBRARY_PLACES_H
#define FOUCAULT_FLATTEN_CLASSES_LIBRARY_PLACES_H

#include "flatten/classes/folder.h"
#include "flatten/classes/library.h"
#include "flatten/flat/name_map.h"

typedef struct NameList NameList;

/* A class that is stored in a file or folder of its own, or one that got
 * elements from other files. AstClass.place is its number, from 1. */
typedef struct StoredClass {
  AstClass *class_def;
  AstClass *parent; /* NULL: at the top */
  Name full_name;
  const char *folder; /* NULL: it is a file */
  Folder *listing;    /* NULL: not read yet */
  Name *added;        /* by `within` in files of the user */
  int n_added, cap_added;
  NameList *names; /* NULL: not asked for yet */
} StoredClass;

typedef struct Root {
  const char *path;
  Folder *listing; /* NULL: not read yet */
} Root;

struct Library {
  Session *s;
  const Faults *faults;
  Arena *arena;
  Root *root;
  int n_roots, cap_roots;
  const char *const *allowed; /* see LibraryOptions */
  int n_allowed;
  StoredClass *stored; /* [0] is not used */
  int n_stored, cap_stored;
  NameMap given;  /* (place, name) -> AstClass of the user; place 0: top */
  NameMap loaded; /* (0, name) -> FolderEntry chosen among the roots */
  NameMap absent; /* (0, name): in no root; predefined names are asked for
                     again and again */
  NameMap wanted; /* (0, name) -> LibraryUse */
  NameMap told;   /* (0, name): reported as missing */
  Name *top;      /* the user's classes at the top, in order */
  int n_top, cap_top;
  NameList *names; /* of all at the top; NULL: not asked for yet */
  LibraryCost cost;
};

/* NULL: the class is in the text of another one and got nothing. */
StoredClass *library_stored(const Library *l, const AstClass *class_def);

/* The class gets a place if it has none. */
StoredClass *library_store(Library *l, AstClass *class_def, AstClass *parent);

/* Reads the entry once. Fails (NULL): E101, E221 what is there is no class of
 * that name and place, or the parser's diagnostics. */
AstClass *library_read_entry(Library *l, FolderEntry *entry, AstClass *parent);

/* What is stored in a root; read once. */
Folder *library_root_listing(Library *l, Root *root);

/* What the class's `uses` annotation wants, unless another class wanted it
 * before. */
void library_note_uses(Library *l, const AstClass *class_def);

/* The user's classes come to stand at the top or where their `within` says.
 * Fails: as library_create() says. */
void library_place_user(Library *l, const Ast *user);

#endif
