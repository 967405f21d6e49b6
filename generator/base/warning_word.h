/* warning_word.h: the word that stands for a warning beside its code:
 * alias-nominal for W307. A word is never given a second meaning.
 */
#ifndef FOUCAULT_BASE_WARNING_WORD_H
#define FOUCAULT_BASE_WARNING_WORD_H

#include "base/diagnostic.h"

/* NULL for an error. */
const char *warning_word(DiagnosticCode code);

/* By code in large or small letters, or by the word of a warning;
 * N_DIAGNOSTIC_CODES: there is none. */
DiagnosticCode warning_word_find(const char *text);

#endif
