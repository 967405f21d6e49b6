/* fmu_log.h: what an FMU says in its logger, made fit for messages of this
 * program, and the little of it that is kept until an error is reported.
 *
 * Every caller has a logger of its own: what it does with statistics, events
 * and progress is its own affair. The texts are those of foreign code: what
 * would steer a terminal is shown as `?`.
 */
#ifndef FOUCAULT_FMU_FILE_FMU_LOG_H
#define FOUCAULT_FMU_FILE_FMU_LOG_H

#include <stdarg.h>
#include <stdbool.h>

#include "base/session.h"
#include "fmi2.h"

enum { FMU_LOG_NOTES = 5, FMU_LOG_LONGEST = 2048 };

/* Errors and warnings, the first ones. */
typedef struct FmuNotes {
  char text[FMU_LOG_NOTES][FMU_LOG_LONGEST];
  bool is_warning[FMU_LOG_NOTES]; /* no more than that */
  int n;
} FmuNotes;

/* The message that a logger was called with: text[FMU_LOG_LONGEST]. */
void fmu_log_read(char *text, const char *format, va_list args);
/* Is the message text that the model prints (logModelMessages)? */
bool fmu_log_is_printed(const char *category);

/* An error is never lost among many warnings: it takes the last place. */
void fmu_log_keep(FmuNotes *notes, fmi2Status status, const char *message);

/* Each line of a message is a note of its own, after `lead`. */
void fmu_log_note_lines(Session *s, Diagnostic *d, const char *lead,
                        const char *message);
/* "the FMU says: ..." */
void fmu_log_note(Session *s, Diagnostic *d, const char *message);
/* All that were kept; then there are none. */
void fmu_log_note_all(Session *s, Diagnostic *d, FmuNotes *notes);

#endif
