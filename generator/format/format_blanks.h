/* format_blanks.h: is there a blank between two tokens of one line? */
#ifndef FOUCAULT_FORMAT_FORMAT_BLANKS_H
#define FOUCAULT_FORMAT_FORMAT_BLANKS_H

#include "format/format_tokens.h"

/* Where both of them stand. */
typedef struct FormatContext {
  bool in_annotation, in_brackets;
} FormatContext;

bool format_blank(const FormatToken *left, const FormatToken *right,
                  FormatContext context);

#endif
