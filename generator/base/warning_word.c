/* warning_word.c: the table of the words. */
#define _POSIX_C_SOURCE 200809L
#include "base/warning_word.h"

#include <string.h>
#include <strings.h>

/* One a line: tests read them, too. */
/* clang-format off */
static const char *const words[N_DIAGNOSTIC_CODES] = {
    [W201] = "annotation-ignored",
    [W202] = "inner-added",
    [W203] = "assertion-unchecked",
    [W204] = "parameter-start",
    [W205] = "assertion-fails",
    [W206] = "clock-chosen",
    [W207] = "value-range",
    [W208] = "flat-text",
    [W209] = "between-events",
    [W210] = "rule-broken",
    [W211] = "output-unassigned",
    [W220] = "library-version",
    [W221] = "outside-file",
    [W230] = "connector-balance",
    [W301] = "alias-start",
    [W302] = "structural-parameter",
    [W303] = "state-always",
    [W304] = "state-never",
    [W305] = "alias-state-select",
    [W306] = "no-index",
    [W307] = "alias-nominal",
    [W308] = "alias-bounds",
    [W309] = "alias-unit",
    [W310] = "input-derivative",
    [W311] = "jump-without-event",
    [W312] = "unknowns-open",
    [W401] = "start-taken",
    [W402] = "start-changed",
    [W403] = "initial-redundant",
    [W404] = "start-ambiguous",
    [W601] = "fmu-warning",
    [W602] = "input-column",
    [W603] = "not-finite",
    [W604] = "many-equilibria",
    [W620] = "unit-unknown",
    [W621] = "parameter-unused",
    [W622] = "loop-unsolved",
    [W623] = "energy-unbalanced",
    [W624] = "part-undetermined",
    [W701] = "unit-mismatch",
    [W702] = "unused-declaration",
    [W703] = "unused-import",
    [W704] = "real-equality",
    [W705] = "useless-guess",
    [W706] = "needless-event",
    [W707] = "missing-unit",
    [W708] = "zero-divisor",
};
/* clang-format on */

const char *warning_word(DiagnosticCode code)
{
  return words[code];
}

static bool is_called(DiagnosticCode code, const char *text)
{
  return strcasecmp(text, diagnostic_code_name(code)) == 0 ||
         (words[code] && strcmp(text, words[code]) == 0);
}

DiagnosticCode warning_word_find(const char *text)
{
  int code = 0;
  while (code < N_DIAGNOSTIC_CODES && !is_called((DiagnosticCode)code, text)) {
    code++;
  }
  return (DiagnosticCode)code;
}
