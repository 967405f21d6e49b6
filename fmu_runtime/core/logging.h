/* logging.h: messages to the importer's logger.
 *
 * Categories are those of modelDescription.xml. A message goes out when its
 * category is enabled; errors always do, since an error without a reason
 * helps nobody, and warnings too: each is given once. A message stays below
 * LOG_MESSAGE_SIZE bytes because importers have buffers of their own. How it
 * is handed over is a matter of the version of FMI (Logger.write).
 */
#ifndef FOUCAULT_LOGGING_H
#define FOUCAULT_LOGGING_H

#include "status.h"
#include <stdarg.h>
#include <stdbool.h>

enum { LOG_MESSAGE_SIZE = 2000 };

#if defined __GNUC__
#define LOG_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define LOG_PRINTF(at, first)
#endif

/* In step with the names in logging.c. */
typedef enum LogCategory {
  LOG_EVENTS,
  LOG_SINGULAR_LINEAR_SYSTEMS,
  LOG_NONLINEAR_SYSTEMS,
  LOG_DYNAMIC_STATE_SELECTION,
  LOG_STATUS_WARNING,
  LOG_STATUS_DISCARD,
  LOG_STATUS_ERROR,
  LOG_STATUS_FATAL,
  LOG_STATUS_PENDING,
  LOG_STATISTICS,
  LOG_MODEL_MESSAGES, /* what the model prints itself */
  LOG_PROGRESS,       /* how far a long step has come */
  LOG_ALL,            /* not a category of messages: switches all of them */
  N_LOG_CATEGORIES
} LogCategory;

/* What of an instance the messages need. The name is not owned. */
typedef struct Logger {
  /* Hands a text over to the listener. NULL: nobody listens. */
  void (*write)(const struct Logger *logger, Status status,
                const char *category, const char *text);
  void (*listener)(void); /* the importer's function, of the type it has */
  void *environment;
  const char *name;
  unsigned enabled; /* one bit a category */
} Logger;

/* Static text as in modelDescription.xml: "logEvents". */
const char *logging_category_name(LogCategory category);

/* What the importer asks for; n == 0 means all. Returns the index of the first
 * unknown category, or n when all are known; the known ones are switched. */
size_t logging_switch(Logger *logger, bool on, size_t n,
                      const char *const categories[]);

bool logging_enabled(const Logger *logger, LogCategory category);

/* Sends a message if its category is enabled or status is a warning or an
 * error. */
void logging_write(const Logger *logger, Status status, LogCategory category,
                   const char *format, ...) LOG_PRINTF(4, 5);
void logging_write_list(const Logger *logger, Status status,
                        LogCategory category, const char *format,
                        va_list arguments) LOG_PRINTF(4, 0);

/* Cuts the text where it ends within a UTF-8 character. */
void logging_trim(char *text);

/* A text that grows in a buffer of fixed size; what does not fit is cut. */
typedef struct LogText {
  char *buffer;
  size_t size, length;
} LogText;

void logging_append(LogText *text, const char *format, ...) LOG_PRINTF(2, 3);
/* "x = 0.25", "closed = true". */
void logging_append_value(LogText *text, const char *name, bool is_boolean,
                          double value);

/* Bytes left in the buffer. */
size_t logging_room(const LogText *text);

#endif
