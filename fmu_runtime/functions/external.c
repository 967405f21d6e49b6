/* external.c: see external.h and ModelicaUtilities.h. */
#include "../external.h"
#include "../ModelicaUtilities.h"
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The one thing that cannot be passed: these functions are called by code
 * that knows nothing of instances. Each thread has its own. */
static __thread ExternalFrame *current;

/* A string and the one allocated before it. */
typedef struct Piece {
  struct Piece *next;
  char text[];
} Piece;

void external_enter(const ModelValues *v, ExternalFrame *frame)
{
  RUNTIME_ASSERT(v && frame && frame != current);
  frame->values = v;
  frame->memory = NULL;
  frame->failed = 0;
  frame->message[0] = '\0';
  frame->around = current;
  current = frame;
}

void external_leave(ExternalFrame *frame)
{
  RUNTIME_ASSERT(current == frame);
  current = frame->around;
  for (Piece *at = frame->memory; at;) {
    Piece *next = at->next;
    free(at);
    at = next;
  }
}

static void log_from_external(Status status, LogCategory category,
                              const char *format, va_list arguments)
{
  if (!current) return;
  const Instance *inst = current->values->instance;
  logging_write_list(&inst->logger, status, category, format, arguments);
}

void ModelicaVFormatMessage(const char *format, va_list arguments)
{
  log_from_external(STATUS_OK, LOG_MODEL_MESSAGES, format, arguments);
}

void ModelicaFormatMessage(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatMessage(format, arguments);
  va_end(arguments);
}

void ModelicaMessage(const char *string)
{
  ModelicaFormatMessage("%s", string);
}

void ModelicaVFormatWarning(const char *format, va_list arguments)
{
  log_from_external(STATUS_WARNING, LOG_STATUS_WARNING, format, arguments);
}

void ModelicaFormatWarning(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatWarning(format, arguments);
  va_end(arguments);
}

void ModelicaWarning(const char *string)
{
  ModelicaFormatWarning("%s", string);
}

/* It becomes a part of a sentence. */
static void external_cut_end(char *message)
{
  size_t n = strlen(message);
  while (n > 0 && strchr(" \t\r\n.", message[n - 1])) n--;
  message[n] = '\0';
}

void ModelicaVFormatError(const char *format, va_list arguments)
{
  if (!current) abort(); /* called from outside of any call */
  vsnprintf(current->message, sizeof current->message, format, arguments);
  external_cut_end(current->message);
  current->failed = 1;
#ifdef __wasm__
  const Instance *inst = current->values->instance;
  logging_write(&inst->logger, STATUS_ERROR, LOG_STATUS_ERROR, "%s",
                current->message);
  __builtin_trap();
#else
  longjmp(current->jump, 1);
#endif
}

void ModelicaFormatError(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatError(format, arguments);
}

void ModelicaError(const char *string)
{
  ModelicaFormatError("%s", string);
}

char *ModelicaAllocateStringWithErrorReturn(size_t length)
{
  if (!current) return NULL;
  Piece *piece = malloc(sizeof *piece + length + 1);
  if (!piece) return NULL;
  piece->next = current->memory;
  current->memory = piece;
  memset(piece->text, 0, length + 1);
  return piece->text;
}

char *ModelicaAllocateString(size_t length)
{
  char *text = ModelicaAllocateStringWithErrorReturn(length);
  if (!text) ModelicaError("not enough memory for a string");
  return text;
}

char *ModelicaDuplicateStringWithErrorReturn(const char *string)
{
  size_t n = strlen(string);
  char *text = ModelicaAllocateStringWithErrorReturn(n);
  if (text) memcpy(text, string, n);
  return text;
}

char *ModelicaDuplicateString(const char *string)
{
  char *text = ModelicaDuplicateStringWithErrorReturn(string);
  if (!text) ModelicaError("not enough memory for a string");
  return text;
}
