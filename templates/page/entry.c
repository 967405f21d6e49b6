/* entry.c: what a page needs beside the FMI functions of its model.
 *
 * Compiled to WebAssembly together with the model. A script cannot give C a
 * function to call back: the logger is here, and hands its finished text to
 * the page.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "fmi2.h"

#define LONGEST_MESSAGE 2000
#define RESOURCES "file:///resources" /* system.js has its files */

/* Libraries that can write files call it; no folder can be made here. */
char *mkdtemp(char *name)
{
  (void)name;
  return NULL;
}

/* Given by the page. */
__attribute__((import_module("page"), import_name("log"))) void
page_log(int status, const char *category, const char *message);

static void entry_log(fmi2ComponentEnvironment environment, fmi2String name,
                      fmi2Status status, fmi2String category,
                      fmi2String message, ...)
{
  char text[LONGEST_MESSAGE];
  va_list arguments;
  (void)environment;
  (void)name;
  va_start(arguments, message);
  vsnprintf(text, sizeof text, message, arguments);
  va_end(arguments);
  page_log((int)status, category, text);
}

static const fmi2CallbackFunctions callbacks = {entry_log, calloc, free, NULL,
                                                NULL};

/* What the page listens to: events are points of the curves. */
static const char *const wanted[] = {"logEvents",        "logModelMessages",
                                     "logStatusWarning", "logStatusDiscard",
                                     "logStatusError",   "logStatusFatal"};
enum { N_WANTED = sizeof wanted / sizeof wanted[0] };

/* An instance for Co-Simulation; NULL: it could not be made. */
__attribute__((export_name("page_instantiate"))) fmi2Component
page_instantiate(fmi2String name, fmi2String guid)
{
  fmi2Component c = fmi2Instantiate(name, fmi2CoSimulation, guid, RESOURCES,
                                    &callbacks, fmi2False, fmi2False);
  if (c) fmi2SetDebugLogging(c, fmi2True, N_WANTED, wanted);
  return c;
}
