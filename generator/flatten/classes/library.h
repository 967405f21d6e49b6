/* library.h: where classes come from.
 *
 * Three places, asked in this order: the files the user named, the folders
 * around them, and the library roots (-L, then MODELICAPATH). Modelica
 * Language Specification 3.6, sections 13.3, 13.4 and 18.8.3: a class A is
 * stored as A.mo or as a folder A with package.mo; below a root both may
 * have a version after a space ("Modelica 4.1.0").
 *
 * A class whose text is in one file has its elements in its syntax tree. A
 * class that is a folder has more: one per file and folder inside. Those are
 * read when they are first asked for by name, so a library costs what is used
 * of it. The same holds for user files that begin with `within A.B;`: they
 * are elements of A.B, and come before a stored class of that name.
 *
 * Everything lives in the session's syntax arena. No order of a directory or
 * of a hash table is seen outside.
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_LIBRARY_H
#define FOUCAULT_FLATTEN_CLASSES_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/session.h"
#include "flatten/flat/fault.h"
#include "parse/ast.h"

typedef struct Library Library;

typedef struct LibraryOptions {
  const char *const *root; /* -L, in the order given */
  int n_roots;
  const char *path; /* as in MODELICAPATH: folders with ':' between; or NULL */
  const char *const *allowed; /* folders whose files may be taken, too */
  int n_allowed;
} LibraryOptions;

typedef enum LibraryAnswer {
  LIBRARY_NONE, /* there is no such class; nothing was reported */
  LIBRARY_FOUND,
  LIBRARY_FAULTY /* it is there but cannot be used: reported, do not repeat */
} LibraryAnswer;

/* needs   the parsed files of the user; `user` must stay as it is
 * gives   the user's classes in their places: at the top, or where their
 *         `within` says
 * fails   E203 two classes of the same name; E220, E221 a `within` that names
 *         nothing or does not fit; the classes concerned are left out
 * cost    the `package.mo` files on the way to each `within`, nothing else
 */
Library *library_create(const Faults *faults, const Ast *user,
                        const LibraryOptions *options);

/* The top-level class of this name: the user's, else from a library. The
 * version is the one that a `uses` annotation of the user's classes, then of
 * the libraries read so far, asks for; else the newest there is. Where
 * another version has to be taken, W220 says so. `*found` is NULL unless
 * LIBRARY_FOUND. */
LibraryAnswer library_top(Library *l, Name name, const AstClass **found);

/* The class of this name that belongs to `package` but is not written in its
 * own text: look among the elements of its syntax tree first. Cheap (no
 * search, no disk) where `package` is not a folder and got nothing by `within`,
 * and when it is asked a second time. */
LibraryAnswer library_child(Library *l, const AstClass *package, Name name,
                            const AstClass **found);

/* Names for suggestions and for what `import A.*` can see: of `package` those
 * that library_child() finds, package.order first and the rest by alphabet.
 * Nothing is parsed. A folder without package.mo is not listed. */
const Name *library_child_names(Library *l, const AstClass *package, int *n);
const Name *library_top_names(Library *l, int *n);

/* For classes that are stored in a file of their own (and only for those):
 * the class they are in, NULL at the top; and the name with all its parts. */
const AstClass *library_parent(const Library *l, const AstClass *class_def);
Name library_full_name(const Library *l, const AstClass *class_def);

/* Where a modelica:// address into this class leads: the folder of the
 * nearest class around it that is one; NULL: there is none. */
const char *library_folder(const Library *l, const AstClass *class_def);

/* The folder of the library of this name in a root, which need not be read;
 * NULL: there is none, or it is a file. */
const char *library_stored_folder(Library *l, Name name);

/* The folder of -L or MODELICAPATH that the file is in; NULL: none. */
const char *library_root_around(const Library *l, const char *path);

/* The file is in the folder of a library, or in one that the user allows. */
bool library_allows(const Library *l, const char *path);

/* E220: no class `name` at the top and in no library; says which roots were
 * searched and how to give one. Once for each name. For the first part of a
 * name with several parts, and for imports. */
void library_report_missing(Library *l, const Faults *faults, Span span,
                            Name name);

/* What was read on demand so far, the user's own files not counted. */
typedef struct LibraryCost {
  int n_files;
  size_t n_bytes;
} LibraryCost;

LibraryCost library_cost(const Library *l);

#endif
