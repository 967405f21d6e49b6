/* fmu_heard.c: see fmu_heard.h. */
#define _POSIX_C_SOURCE 200809L
#include "fmu_file/run/fmu_heard.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "base/vector.h"
#include "fmu_file/fmu_names.h"

/* --- reports of this program's FMUs --- */

static void read_statistics(FmuHeard *heard, const char *message)
{
  FmuStatistics n = {0};
  int found =
      sscanf(message,
             "statistics steps=%ld rhs=%ld jacobians=%ld events=%ld "
             "pivots=%ld restarts=%ld factorizations=%ld "
             "loops=%ld corrections=%ld kinsol=%ld",
             &n.steps, &n.rhs, &n.jacobians, &n.events, &n.pivots, &n.restarts,
             &n.factorizations, &n.loops, &n.corrections, &n.kinsol);
  if (found < 6) return;
  n.are_known = true;
  heard->statistics = n;
}

/* "start value of NAME changed from X to Y: ...", or replaced. */
static bool read_change(FmuHeard *heard, const char *message)
{
  const char *lead = "start value of ", *middle = " changed from ";
  if (strncmp(message, lead, strlen(lead)) != 0) return false;
  const char *name = message + strlen(lead), *end = strstr(name, middle);
  FmuStartChange change = {.is_determined = !end};
  if (!end) {
    middle = " replaced from ";
    end = strstr(name, middle);
  }
  if (!end || sscanf(end + strlen(middle), "%lf to %lf:", &change.before,
                     &change.now) != 2) {
    return false;
  }
  change.name = arena_printf(heard->arena, "%.*s", (int)(end - name), name);
  heard->change = vector_grow(heard->arena, heard->change, &heard->cap_changes,
                              heard->n_changes + 1, sizeof change);
  heard->change[heard->n_changes++] = change;
  return true;
}

/* "at time T the model ends the simulation: file.mo:9: terminate(...)" */
static void read_end(FmuHeard *heard, const char *message)
{
  const char *middle = " the model ends the simulation: ";
  const char *text = strstr(message, middle);
  if (!text || strncmp(message, "at time ", 8) != 0) return;
  heard->ended_by = arena_printf(heard->arena, "%s", text + strlen(middle));
}

void fmu_heard_event(void *environment, double time)
{
  const FmuHeard *heard = environment;
  assert(heard && heard->event);
  heard->event(heard->context, time);
}

/* "event at time T: before it", or after. */
static bool read_event(FmuHeard *heard, const char *message)
{
  double time;
  if (sscanf(message, "event at time %lf:", &time) != 1) return false;
  fmu_heard_event(heard, time);
  return true;
}

/* "progress time=T step=H steps=N", inside of a step. */
static void read_progress(const FmuHeard *heard, const char *message)
{
  double time, step;
  long steps;
  if (heard->progress && sscanf(message, "progress time=%lf step=%lf steps=%ld",
                                &time, &step, &steps) == 3) {
    heard->progress(heard->context, time, step, steps);
  }
}

/* Text that the model prints, as it is: Streams.print(), ModelicaMessage(). */
static void fmu_heard_print(FmuHeard *heard, const char *text)
{
  size_t n = strlen(text);
  if (!heard->printed || n == 0) return;
  fputs(text, heard->printed);
  heard->is_line_open = text[n - 1] != '\n';
}

void fmu_heard_message(fmi2ComponentEnvironment environment,
                       fmi2String instance, fmi2Status status,
                       fmi2String category, fmi2String format, ...)
{
  (void)instance;
  FmuHeard *heard = environment;
  if (!heard || !format) return;
  char message[FMU_LOG_LONGEST];
  va_list args;
  va_start(args, format);
  fmu_log_read(message, format, args);
  va_end(args);
  if (fmu_log_is_printed(category)) {
    fmu_heard_print(heard, message);
    return;
  }
  if (category && strcmp(category, "logProgress") == 0) {
    read_progress(heard, message);
    return;
  }
  if (heard->echo) {
    fprintf(heard->echo, "fmu: [%s] %s\n", category ? category : "", message);
  }
  read_end(heard, message);
  if (category && strcmp(category, "logStatistics") == 0) {
    read_statistics(heard, message);
  } else if (category && strcmp(category, "logEvents") == 0 &&
             read_event(heard, message)) {
    return;
  } else if (status <= fmi2Warning && read_change(heard, message)) {
    return;
  } else if (status != fmi2OK) {
    fmu_log_keep(&heard->notes, status, message);
  }
}

/* --- what is made of it --- */

/* The first error that the FMU has reported, or else the first message: what
 * came first is the cause. -1: it has not said anything. */
static int fmu_heard_find_cause(const FmuHeard *heard)
{
  for (int i = 0; i < heard->notes.n; i++) {
    if (!heard->notes.is_warning[i] && heard->notes.text[i][0]) return i;
  }
  return heard->notes.n > 0 && heard->notes.text[0][0] ? 0 : -1;
}

/* How long is what stands before the cause in a message of this program's FMUs,
 * "fmi2DoStep from 0 to 1 failed at time 0.5: "? 0: nothing. A note says it. */
static size_t fmu_heard_skip_call(const char *message, const char *call)
{
  const char *colon = strstr(message, ": ");
  if (strncmp(message, call, strlen(call)) != 0 || !colon) return 0;
  size_t n = (size_t)(colon - message) + 2;
  return n < strcspn(message, "\n") ? n : 0;
}

bool fmu_heard_check(FmuHeard *heard, Session *s, const Fmu *fmu,
                     fmi2Status status, const char *call, double time)
{
  if (status == fmi2OK || status == fmi2Warning) return true;
  assert(call && heard->notes.n <= FMU_LOG_NOTES);
  int version = fmu->description->version;
  call = fmu_names_call(version, call);
  int cause = fmu_heard_find_cause(heard);
  const char *failure =
      arena_printf(session_scratch(s), "%s returned %s at time %g", call,
                   fmu_names_status(version, status), time);
  if (cause < 0) {
    Diagnostic *d = diagnostic_file_error(s, fmu->path, E604, "%s", failure);
    diagnostic_note(s, d, NO_SPAN, "the FMU does not say why");
    return false;
  }
  size_t skipped = fmu_heard_skip_call(heard->notes.text[cause], call);
  const char *text = heard->notes.text[cause] + skipped;
  size_t n = strcspn(text, "\n");
  Diagnostic *d =
      diagnostic_file_error(s, fmu->path, E604, "%.*s", (int)n, text);
  fmu_log_note_lines(s, d, "  ", text + n);
  diagnostic_note(s, d, NO_SPAN, "%.*s%s", (int)skipped,
                  heard->notes.text[cause], failure);
  for (int i = 0; i < heard->notes.n; i++) {
    if (i != cause) fmu_log_note(s, d, heard->notes.text[i]);
  }
  heard->notes.n = 0;
  return false;
}

void fmu_heard_report(const FmuHeard *heard, Session *s)
{
  for (int i = 0; i < heard->notes.n; i++) {
    Diagnostic *d =
        diagnostic_warning(s, NO_SPAN, W601, "the FMU has given a warning");
    fmu_log_note(s, d, heard->notes.text[i]);
  }
}

void fmu_heard_end(const FmuHeard *heard)
{
  if (heard->is_line_open) fputc('\n', heard->printed);
  if (heard->printed) fflush(heard->printed);
}
