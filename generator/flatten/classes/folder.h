/* folder.h: which classes a folder of a package or a library root stores.
 *
 * Only names are read here, in one pass over the directory; no file is
 * opened, so that a huge folder costs its list. Names begin as the file
 * system has them: a class is looked up in the list, a path is never made
 * from the text of a model.
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_FOLDER_H
#define FOUCAULT_FLATTEN_CLASSES_FOLDER_H

#include <stdbool.h>

#include "base/session.h"
#include "parse/ast.h"

/* A.mo, or something called A that may be a folder with package.mo. */
typedef struct FolderEntry {
  Name name;           /* of the class, as an identifier */
  const char *version; /* below a root: "4.1.0" of "Modelica 4.1.0"; or "" */
  const char *path;
  bool is_file; /* ends with .mo */
  /* Filled by library.c. */
  bool was_read;
  AstClass *class_def; /* NULL: it was faulty */
} FolderEntry;

typedef struct Folder {
  const char *path;
  int error;          /* of the operating system; 0: the folder was read */
  FolderEntry *entry; /* by name, then by version text, files first */
  int n_entries;
} Folder;

/* Lists the folder. With `versions` a space parts name and version. */
Folder *folder_read(Session *s, const char *path, bool versions);
/* A folder with package.mo, given as a library root itself: its only entry is
 * the package. */
Folder *folder_of_package(Session *s, const char *path);

/* The first of the `*n` entries for this name. */
FolderEntry *folder_find(const Folder *folder, Name name, int *n);

/* Whether the entry can hold a class: a .mo file, or a folder with
 * package.mo. Asks the disk. */
bool folder_holds_class(Session *s, const FolderEntry *entry);
bool folder_has_package(Session *s, const char *path);
/* A regular file or a link to one: what can be read without waiting. */
bool folder_is_file(Session *s, const char *path);

/* The names of all classes stored here: in the order of package.order as far
 * as it goes, then by alphabet. Each once. In the syntax arena. */
const Name *folder_names(Session *s, const Folder *folder, int *n);

#endif
