/* callbacks.c: logger, memory and stepFinished of the checker. */
#include "check/run/callbacks.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* See callbacks.h: the one file-level variable, in a process of its own. */
static CallbackRecord record;

void callbacks_begin(const FmuDescription *description, const char *name,
                     fmi2ComponentEnvironment environment, bool logging_on)
{
  assert(strlen(name) < sizeof record.name); /* compared as a whole */
  record = (CallbackRecord){.description = description,
                            .environment = environment,
                            .logging_on = logging_on};
  snprintf(record.name, sizeof record.name, "%s", name);
}

CallbackRecord *callbacks_record(void)
{
  return &record;
}

static bool callbacks_is_listed(const char *category)
{
  const FmuDescription *d = record.description;
  if (!d || d->n_log_categories == 0) return true; /* none are exposed */
  for (int i = 0; i < d->n_log_categories; i++) {
    if (strcmp(d->log_category[i], category) == 0) return true;
  }
  return false;
}

static void callbacks_keep_message(const char *format, va_list args)
{
  assert(record.n_messages >= 0 && record.n_messages <= MOST_MESSAGES);
  if (record.n_messages == MOST_MESSAGES) {
    memmove(record.message[0], record.message[1],
            sizeof record.message - sizeof record.message[0]);
    record.n_messages--;
  }
  char *text = record.message[record.n_messages++];
  vsnprintf(text, LONGEST_MESSAGE, format, args);
  for (char *c = text; *c; c++) {
    if ((unsigned char)*c < 0x20) *c = ' ';
  }
}

static void logger(fmi2ComponentEnvironment environment, fmi2String instance,
                   fmi2Status status, fmi2String category, fmi2String format,
                   ...) __attribute__((format(printf, 5, 6)));

static void logger(fmi2ComponentEnvironment environment, fmi2String instance,
                   fmi2Status status, fmi2String category, fmi2String format,
                   ...)
{
  /* A logger that uses much of the stack and of memory, as some do. */
  char filler[16384];
  memset(filler, 'x', sizeof filler);
  char *heap = malloc(sizeof filler);
  if (heap) memcpy(heap, filler, sizeof filler);
  free(heap);
  if (environment != record.environment) record.wrong_environment++;
  if (!instance || strcmp(instance, record.name) != 0) record.wrong_name++;
  if (category && !callbacks_is_listed(category) && record.unlisted++ == 0) {
    snprintf(record.category, sizeof record.category, "%s", category);
  }
  if (!record.logging_on && status == fmi2OK) record.while_off++;
  if (!format || status == fmi2OK) return;
  va_list args;
  va_start(args, format);
  callbacks_keep_message(format, args);
  va_end(args);
}

static void *allocate(size_t n, size_t size)
{
  void *block = calloc(n ? n : 1, size ? size : 1);
  if (block) {
    record.live++;
    record.allocations++;
  }
  return block;
}

static void release(void *block)
{
  if (block) record.live--;
  free(block);
}

fmi2CallbackFunctions callbacks_functions(void)
{
  return (fmi2CallbackFunctions){logger, allocate, release, NULL,
                                 record.environment};
}

/* --- the structure that is gone --- */

static void stale_logger(fmi2ComponentEnvironment environment,
                         fmi2String instance, fmi2Status status,
                         fmi2String category, fmi2String format, ...)
{
  (void)environment;
  (void)instance;
  (void)status;
  (void)category;
  (void)format;
  record.stale++;
}

static void *stale_allocate(size_t n, size_t size)
{
  record.stale++;
  return allocate(n, size);
}

static void stale_release(void *block)
{
  record.stale++;
  release(block);
}

fmi2CallbackFunctions callbacks_stale(void)
{
  return (fmi2CallbackFunctions){stale_logger, stale_allocate, stale_release,
                                 NULL, NULL};
}

const char *callbacks_say(void)
{
  static const char lead[] = " (the FMU says: ";
  char *text = record.said;
  size_t size = sizeof record.said, used = 0;
  text[0] = '\0';
  for (int i = 0; i < record.n_messages; i++) {
    used += (size_t)snprintf(text + used, size - used, "%s%s",
                             i == 0 ? lead : "; ", record.message[i]);
  }
  assert(used + 1 < size); /* there is room for all of them */
  if (used > 0) snprintf(text + used, size - used, ")");
  record.n_messages = 0;
  return text;
}
