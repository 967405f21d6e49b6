/* logging.c: filter and bound the messages to the importer. */
#include "logging.h"
#include "runtime_assert.h"
#include <stdio.h>
#include <string.h>

/* In step with enum LogCategory. */
static const char *const category_names[N_LOG_CATEGORIES] = {
    "logEvents",
    "logSingularLinearSystems",
    "logNonlinearSystems",
    "logDynamicStateSelection",
    "logStatusWarning",
    "logStatusDiscard",
    "logStatusError",
    "logStatusFatal",
    "logStatusPending",
    "logStatistics",
    "logModelMessages",
    "logProgress",
    "logAll"};

static const unsigned every_category = (1u << N_LOG_CATEGORIES) - 1;

const char *logging_category_name(LogCategory category)
{
  RUNTIME_ASSERT((int)category >= 0 && category < N_LOG_CATEGORIES);
  return category_names[category];
}

/* The bits that a name stands for, 0 for an unknown name. */
static unsigned category_bits(const char *name)
{
  if (!name) return 0;
  for (unsigned k = 0; k < N_LOG_CATEGORIES; k++) {
    if (strcmp(name, category_names[k]) != 0) continue;
    return k == LOG_ALL ? every_category : 1u << k;
  }
  return 0;
}

size_t logging_switch(Logger *logger, bool on, size_t n,
                      const char *const categories[])
{
  unsigned bits = n == 0 ? every_category : 0;
  size_t unknown = n;
  for (size_t k = 0; categories && k < n; k++) {
    unsigned more = category_bits(categories[k]);
    if (more == 0 && unknown == n) unknown = k;
    bits |= more;
  }
  if (on) {
    logger->enabled |= bits;
  } else {
    logger->enabled &= ~bits;
  }
  return unknown;
}

bool logging_enabled(const Logger *logger, LogCategory category)
{
  RUNTIME_ASSERT((int)category >= 0 && category < N_LOG_CATEGORIES);
  return logger->write && (logger->enabled >> category & 1u);
}

/* Bytes of the UTF-8 character that begins with this byte; 0: none does. */
static size_t utf8_length(unsigned char first)
{
  if (first < 0xC0) return first < 0x80 ? 1 : 0;
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

void logging_trim(char *text)
{
  size_t length = strlen(text);
  for (size_t back = 1; back <= 3 && back <= length; back++) {
    size_t need = utf8_length((unsigned char)text[length - back]);
    if (need == 0) continue;
    if (need > back) text[length - back] = '\0';
    return;
  }
}

void logging_write_list(const Logger *logger, Status status,
                        LogCategory category, const char *format,
                        va_list arguments)
{
  RUNTIME_ASSERT(logger && format);
  bool matters = status == STATUS_WARNING || status == STATUS_ERROR ||
                 status == STATUS_FATAL;
  if (!logger->write) return;
  if (!matters && !logging_enabled(logger, category)) return;

  char text[LOG_MESSAGE_SIZE];
  vsnprintf(text, sizeof text, format, arguments);
  logging_trim(text);
  logger->write(logger, status, category_names[category], text);
}

void logging_write(const Logger *logger, Status status, LogCategory category,
                   const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  logging_write_list(logger, status, category, format, arguments);
  va_end(arguments);
}

size_t logging_room(const LogText *text)
{
  RUNTIME_ASSERT(text->length < text->size);
  return text->size - text->length;
}

void logging_append(LogText *text, const char *format, ...)
{
  RUNTIME_ASSERT(text->buffer && text->length < text->size);
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(text->buffer + text->length, logging_room(text), format,
                    arguments);
  va_end(arguments);
  if (n < 0) return;
  size_t room = logging_room(text) - 1;
  text->length += (size_t)n < room ? (size_t)n : room;
}

void logging_append_value(LogText *text, const char *name, bool is_boolean,
                          double value)
{
  if (is_boolean) {
    logging_append(text, "%s = %s", name, value != 0 ? "true" : "false");
  } else {
    logging_append(text, "%s = %.9g", name, value);
  }
}
