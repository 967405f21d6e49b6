/* lsp_walk_inside.h: what the files of the walk share; private to them.
 *
 * lsp_walk.c walks through classes, lsp_walk_annotation.c through what is
 * written in annotations.
 */
#ifndef FOUCAULT_LSP_NAMES_LSP_WALK_INSIDE_H
#define FOUCAULT_LSP_NAMES_LSP_WALK_INSIDE_H

#include "lsp/names/lsp_walk.h"

/* Where the walk is; passed down, never changed. */
typedef struct WalkPlace {
  LspWalk *walk;
  InstClass *here;
  const AstClass *text;
  const LspLoop *loop;
  bool in_annotation;
} WalkPlace;

/* --- lsp_walk.c --- */

void uses_visit(const WalkPlace *p, LspUse use);
void uses_reference(const WalkPlace *p, const AstReference *r, bool is_type);
void uses_expr(const WalkPlace *p, const AstExpr *e);
/* An argument of a modification of the class `of`; NULL: it is unknown. */
void uses_argument(const WalkPlace *p, const AstArgument *a, InstClass *of);

/* --- lsp_walk_annotation.c --- */

/* Does the name belong to the annotations (section 18.6)? It means no class of
 * the model there. */
bool uses_is_graphical(const AstReference *r);
/* A class-modification after `annotation`; NULL: none. */
void uses_annotation(const WalkPlace *p, const AstModification *annotation);
/* The annotation of a comment; NULL: none. */
void uses_comment(const WalkPlace *p, const AstComment *comment);
/* A string in an annotation: classes in links modelica://A.B. */
void uses_links(const WalkPlace *p, Span string);
/* A string that is shown: the component x of %x (section 18.6.5.5). */
void uses_macros(const WalkPlace *p, Span string);

#endif
