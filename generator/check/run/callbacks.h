/* callbacks.h: the callbacks an FMU gets from the checker, legal and hostile.
 *
 * They record what the FMU does with them: the environment it passes back,
 * the name it logs with, categories, messages while logging is off, memory
 * that is not freed. FMI's memory callbacks carry no context, so the record is
 * a variable of this file; it lives in a child process that runs one FMU.
 */
#ifndef FOUCAULT_CHECK_RUN_CALLBACKS_H
#define FOUCAULT_CHECK_RUN_CALLBACKS_H

#include <stdbool.h>

#include "fmi2.h"
#include "fmu_file/description_read.h"

enum { MOST_MESSAGES = 4, LONGEST_MESSAGE = 400 };

typedef struct CallbackRecord {
  const FmuDescription *description; /* for the log categories */
  fmi2ComponentEnvironment environment;
  char name[64]; /* the instance name that was given */
  bool logging_on;
  long live;        /* blocks allocated and not freed */
  long allocations; /* all of them */
  long wrong_environment, wrong_name, unlisted, while_off, stale;
  char category[64];                            /* the first unlisted one */
  char message[MOST_MESSAGES][LONGEST_MESSAGE]; /* last that report a fault */
  int n_messages;
  char said[MOST_MESSAGES * LONGEST_MESSAGE + 64]; /* callbacks_say() */
} CallbackRecord;

/* Starts a new record. */
void callbacks_begin(const FmuDescription *description, const char *name,
                     fmi2ComponentEnvironment environment, bool logging_on);
CallbackRecord *callbacks_record(void);

/* The structure for fmi2Instantiate. */
fmi2CallbackFunctions callbacks_functions(void);

/* What stands there after the structure is gone: calls are counted. */
fmi2CallbackFunctions callbacks_stale(void);

/* What the FMU said of its fault, " (the FMU says: ...)"; "" if nothing. The
 * text is good until the next call; the messages are forgotten. */
const char *callbacks_say(void);

#endif
