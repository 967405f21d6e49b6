/* doc_tree.h: the classes of libraries, each with a page of its own.
 *
 * The room doc/ writes the documentation of libraries as a site. It calls
 * flatten/ (names, inheritance, icons), report/ (HTML) and the rooms below.
 * Reading order: this file, doc_members.h, doc_address.h, doc_source.h,
 * doc_icon.h, doc_page.h, doc_site.h.
 *
 * gives   the classes in the order of the text, then of package.order and the
 *         alphabet; a class after the one that it stands in
 * fails   what a file of the library is reported for; the rest is there, and
 *         the list of such files
 * cost    all files of the libraries are read; nothing is instantiated. The
 *         recursion is as deep as packages are nested
 */
#ifndef FOUCAULT_DOC_DOC_TREE_H
#define FOUCAULT_DOC_DOC_TREE_H

#include "flatten/instances/scope.h"

typedef struct DocClass {
  Name full_name;
  const char *file; /* of its page: without ".html" */
  const AstClass *ast;
  InstClass *class_def; /* NULL: it could not be looked up */
  int parent;           /* -1: a library */
  bool is_protected;    /* itself, or a class around it */
  bool has_icon;        /* icons/FILE.svg was written */
} DocClass;

/* A class whose file has errors: it is there as far as it can be read. */
typedef struct DocFault {
  int parent; /* -1: a library */
  Name name;
  const char *why; /* the first message about it */
} DocFault;

typedef struct DocTree {
  const Flattening *f; /* that reports nothing */
  Attempt attempt;     /* what f points to */
  Arena *arena;
  DocClass *item;
  int n, capacity;
  DocFault *fault;
  int n_faults, cap_faults;
  NameMap by_name; /* (0, full name) to 1 + its number, as a pointer */
  NameMap files;   /* (0, name of a file in small letters): is taken */
} DocTree;

/* `f` reports what is wrong with files. */
void doc_tree_begin(DocTree *tree, const Flattening *f);
/* A library and all in it. False: there is none of that name, or it was read
 * and is faulty (reported). */
bool doc_tree_add(DocTree *tree, const Flattening *f, const char *library);

/* NULL: it has no page. */
const DocClass *doc_tree_find(const DocTree *tree, Name full_name);
/* The last part of its name. */
const char *doc_tree_short(const DocClass *c);
/* "partial model", "function", ... */
const char *doc_tree_kind(const AstClass *ast);
/* The description of a comment; "": none. */
const char *doc_tree_text(const AstComment *comment);
/* An annotation of the class; NULL: none. */
const AstModification *doc_tree_annotation(const AstComment *comment,
                                           const char *name);
/* Documentation(info = ..., revisions = ...) of a class; "": none. */
const char *doc_tree_documentation(const DocClass *c, const char *attribute);

#endif
