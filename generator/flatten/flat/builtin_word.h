/* builtin_word.h: words of the language that are called like functions and are
 * not nodes of flat expressions (base/builtin_functions.def). */
#ifndef FOUCAULT_FLATTEN_FLAT_BUILTIN_WORD_H
#define FOUCAULT_FLATTEN_FLAT_BUILTIN_WORD_H

#include "base/suggest.h"
#include "parse/ast.h"

typedef enum BuiltinWord {
  WORD_NONE,
#define SPECIAL_FUNCTION(NAME, ...) WORD_##NAME,
#define STATEMENT(NAME, ...) WORD_##NAME,
#define NOT_SUPPORTED(NAME, ...) WORD_##NAME,
#include "base/builtin_functions.def"
  N_BUILTIN_WORDS
} BuiltinWord;

/* The word that the reference names, such as `reinit` or `Connections.root`;
 * WORD_NONE: it names another thing. */
BuiltinWord builtin_word(const AstReference *name);
/* An equation or a statement, or a function that is not supported: it has no
 * value. */
bool builtin_word_has_no_value(BuiltinWord word);
/* The names of all built-in functions that have one part. */
void builtin_word_offer(Suggestion *near);

#endif
