/* lsp_text.h: declarations in words, as hover, completion and signatures show
 * them. All texts are in the session's arena. */
#ifndef FOUCAULT_LSP_LSP_TEXT_H
#define FOUCAULT_LSP_LSP_TEXT_H

#include "lsp/names/lsp_walk.h"

/* "parameter Modelica.Units.SI.Length x[3](min = 0) = 1", in one line, cut off
 * where it is long. */
const char *lsp_declaration(const LspView *v, const AstElement *e);
/* The text of an attribute, from the declaration or the type; NULL: none. */
const char *lsp_attribute(LspView *v, const LspTarget *t, const char *name);
/* "f(u, v = 2) => (y)" */
const char *lsp_signature_text(const LspView *v, const AstClass *c);
/* An input of a function: "Real u = 2". */
const char *lsp_input_text(const LspView *v, const AstElement *e);
bool lsp_is_input(const AstElement *e);

/* What the analysis knows of a variable of a class, in words; NULL: nothing
 * (lsp_facts.c). */
const char *lsp_fact(const LspView *v, const char *class_name,
                     const char *variable);

#endif
