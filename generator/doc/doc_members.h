/* doc_members.h: the components of a class, with what is inherited.
 *
 * gives   groups, the class's own text first, then each base once, in the
 *         order of the extends clauses; types by their full names, units of
 *         the declaration or its type where they are literals
 * cost    linear in the declarations of the class and its bases; not more than
 *         DOC_MOST_BASES of them
 */
#ifndef FOUCAULT_DOC_DOC_MEMBERS_H
#define FOUCAULT_DOC_DOC_MEMBERS_H

#include "doc/doc_tree.h"

enum { DOC_MOST_BASES = 400 };

typedef enum DocRole {
  DOC_INPUT,
  DOC_OUTPUT,
  DOC_PARAMETER,
  DOC_CONNECTOR,
  DOC_CONSTANT,
  DOC_COMPONENT,
  N_DOC_ROLES
} DocRole;

typedef struct DocMember {
  const AstElement *element;
  DocRole role;
  InstClass *type;         /* NULL: it was not found */
  const char *unit;        /* "": none */
  const char *tab, *group; /* of its dialog; "": not said */
  Span enabled;            /* where the dialog has it only if; else NO_SPAN */
} DocMember;

/* The text of the class or of one of its bases. */
typedef struct DocGroup {
  ClassPart *part;
  int depth;            /* of the inheritance; 0: the class itself */
  const DocClass *page; /* of the base; NULL: it has none */
  DocMember *member;
  int n, capacity;
} DocGroup;

typedef struct DocMembers {
  DocGroup *group;
  int n_groups, cap_groups;
  bool is_cut; /* there are more bases than may be */
} DocMembers;

/* In the scratch arena of the session. */
DocMembers doc_members(const DocTree *tree, const DocClass *c);

/* The bytes that were written there; "": an empty span. In the scratch arena,
 * at most `most` of them, blanks and line breaks as one blank. */
const char *doc_written(const DocTree *tree, Span span, size_t most);

#endif
