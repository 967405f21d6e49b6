/* lsp_walk.h: every name in a document, and what it means.
 *
 * The room lsp/names/ finds names and what they mean, all uses of one, and its
 * new name. It calls lsp/document/ and the lookup of flatten/classes/.
 *
 * needs   lsp_view_names()
 * gives   the names in the order of the tree: declarations, references part by
 *         part, names in modifications, of arguments and of imports, and the
 *         name after `end`. In annotations also those in links and shown texts
 * cost    linear in the text; recursion as deep as the text is nested, which
 *         the parser limits
 */
#ifndef FOUCAULT_LSP_NAMES_LSP_WALK_H
#define FOUCAULT_LSP_NAMES_LSP_WALK_H

#include "lsp/document/lsp_view.h"

/* The loop around a name, innermost first. */
typedef struct LspLoop {
  const AstIterator *iterator;
  int n;
  const struct LspLoop *outer;
} LspLoop;

typedef enum LspUseKind {
  LSP_USE_PART,     /* part `part` of `reference` */
  LSP_USE_MEMBER,   /* `name` is a member of the class `of` */
  LSP_USE_CLASS,    /* declares `class_def`, or stands after its `end` */
  LSP_USE_ELEMENT,  /* declares the component `element` */
  LSP_USE_ITERATOR, /* declares `iterator` */
  LSP_USE_LITERAL   /* declares literal `part` of `class_def` */
} LspUseKind;

typedef struct LspUse {
  LspUseKind kind;
  Span span;
  Name name;
  const AstReference *reference;
  int part;
  InstClass *of;
  const AstClass *class_def; /* that it declares, or around */
  const AstElement *element;
  const AstIterator *iterator;
  InstClass *here; /* the class around the text; NULL: none */
  const LspLoop *loop;
  bool is_type; /* of a reference: a class is named, not a component */
  bool is_in_string;
} LspUse;

typedef struct LspWalk LspWalk;
struct LspWalk {
  LspView *v;
  void *user;
  void (*visit)(LspWalk *walk, const LspUse *use);
  int32_t from, to; /* classes outside of this range are passed over */
};

/* All classes of `ast`. */
void lsp_walk(LspWalk *walk, const Ast *ast);
/* One class, which stands at the top of its file. */
void lsp_walk_class(LspWalk *walk, const AstClass *c);

/* --- what a name means --- */

typedef enum LspTargetKind {
  LSP_NO_TARGET,
  LSP_OF_CLASS,     /* class_def */
  LSP_OF_COMPONENT, /* element, part */
  LSP_OF_LITERAL,   /* literal of class_def */
  LSP_OF_ITERATOR,  /* iterator */
  LSP_OF_ATTRIBUTE  /* `name` of a predefined type */
} LspTargetKind;

typedef struct LspTarget {
  LspTargetKind kind;
  Name name;
  Span span; /* of the name where it is declared; NO_SPAN: predefined */
  InstClass *class_def;
  const AstElement *element;
  ClassPart *part; /* that declares the element */
  const AstEnumLiteral *literal;
  const AstIterator *iterator;
} LspTarget;

LspTarget lsp_target(LspView *v, const LspUse *use);
/* What the first `n_parts` of a name lead to from there. */
LspTarget lsp_target_of_name(LspView *v, InstClass *here, const LspLoop *loop,
                             const AstReference *name, int n_parts);
/* A member of a class by its name. */
LspTarget lsp_target_member(LspView *v, InstClass *c, Name name);
/* The class of what was found: of a component its type; NULL: unknown. */
InstClass *lsp_target_class(LspView *v, const LspTarget *target);

/* The class with this text, which is `c` of the document; NULL: unknown. */
InstClass *lsp_class_of_text(LspView *v, InstClass *around, const AstClass *c);
/* The innermost class around an offset, and the one around that... ; NULL:
 * none. */
InstClass *lsp_class_at(LspView *v, int32_t at);

/* The name in the document at an offset; false: there is none. */
bool lsp_use_at(LspView *v, int32_t at, LspUse *use);

#endif
