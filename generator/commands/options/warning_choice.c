/* warning_choice.c: one warning by its code or its word. */
#include "commands/options/warning_choice.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "base/warning_word.h"

static bool complain(const Session *s, const OptionRow *row, const char *text)
{
  Suggestion near = suggest_for(s, text);
  for (int i = 0; i < N_DIAGNOSTIC_CODES; i++) {
    const char *word = warning_word((DiagnosticCode)i);
    if (!word) continue;
    suggest_offer(&near, diagnostic_code_name((DiagnosticCode)i));
    suggest_offer(&near, word);
  }
  if (near.best && text[0] != 'E') {
    return options_complain("--%s needs the code of a warning or its name, not "
                            "'%s'; did you mean '%s'?",
                            row->name, text, near.best);
  }
  return options_complain("--%s needs the code of a warning or its name, not "
                          "'%s'; foucault help codes lists them",
                          row->name, text);
}

/* N_DIAGNOSTIC_CODES after a message. */
static DiagnosticCode find_warning(const Session *s, const OptionRow *row,
                                   const char *text)
{
  DiagnosticCode code = warning_word_find(text);
  if (code != N_DIAGNOSTIC_CODES && warning_word(code)) return code;
  complain(s, row, text);
  return N_DIAGNOSTIC_CODES;
}

bool warning_choice_silence(Session *s, const OptionRow *row, const char *text)
{
  DiagnosticCode code = find_warning(s, row, text);
  if (code == N_DIAGNOSTIC_CODES) return false;
  assert(warning_word(code)); /* never an error */
  s->silent[code] = true;
  return true;
}

bool warning_choice_refuse(Session *s, const OptionRow *row, const char *text)
{
  if (strcmp(text, "all") == 0) {
    for (int i = 0; i < N_DIAGNOSTIC_CODES; i++) s->refused[i] = true;
    return true;
  }
  DiagnosticCode code = find_warning(s, row, text);
  if (code == N_DIAGNOSTIC_CODES) return false;
  s->refused[code] = true;
  return true;
}
