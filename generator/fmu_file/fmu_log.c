/* fmu_log.c: see fmu_log.h. */
#include "fmu_file/fmu_log.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text/harmless.h"

/* In messages `##` stands for `#`. */
static void fmu_log_clean(char *text)
{
  char *to = text;
  for (const char *from = text; *from; from++) {
    if (from[0] == '#' && from[1] == '#') from++;
    *to++ = *from;
  }
  *to = '\0';
  harmless_copy(text, text, true);
}

void fmu_log_read(char *text, const char *format, va_list args)
{
  vsnprintf(text, FMU_LOG_LONGEST, format, args);
  fmu_log_clean(text);
}

bool fmu_log_is_printed(const char *category)
{
  return category && strcmp(category, "logModelMessages") == 0;
}

void fmu_log_keep(FmuNotes *notes, fmi2Status status, const char *message)
{
  assert(notes->n >= 0 && notes->n <= FMU_LOG_NOTES);
  bool is_full = notes->n == FMU_LOG_NOTES;
  if (is_full && status == fmi2Warning) return;
  if (is_full) notes->n--;
  notes->is_warning[notes->n] = status == fmi2Warning;
  snprintf(notes->text[notes->n++], FMU_LOG_LONGEST, "%s", message);
}

void fmu_log_note_lines(Session *s, Diagnostic *d, const char *lead,
                        const char *message)
{
  for (const char *line = message; *line;) {
    size_t n = strcspn(line, "\n");
    if (n > 0) diagnostic_note(s, d, NO_SPAN, "%s%.*s", lead, (int)n, line);
    lead = "  ";
    line += n + (line[n] == '\n');
  }
}

void fmu_log_note(Session *s, Diagnostic *d, const char *message)
{
  fmu_log_note_lines(s, d, "the FMU says: ", message);
}

void fmu_log_note_all(Session *s, Diagnostic *d, FmuNotes *notes)
{
  for (int i = 0; i < notes->n; i++) fmu_log_note(s, d, notes->text[i]);
  notes->n = 0;
}
