/* fmu_output.c: see fmu_output.h. */
#define _POSIX_C_SOURCE 200809L
#include "fmu_file/fmu_output.h"

#include <assert.h>
#include <unistd.h>

#include "base/system/ward.h"

/* A stream of its own for messages, which the code does not know of. */
static void output_part_messages(FmuOutput *o)
{
  Session *s = o->s;
  int fd = s->messages == stderr ? dup(o->kept[1]) : -1;
  o->messages = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (!o->messages && fd >= 0) close(fd);
  if (!o->messages) return;
  setvbuf(o->messages, NULL, _IOLBF, BUFSIZ);
  o->messages_before = s->messages;
  s->messages = o->messages;
}

FmuOutput fmu_output_begin(Session *s, bool is_apart)
{
  FmuOutput o = {.s = s, .kept = {-1, -1}};
  fflush(stdout);
  fflush(stderr);
  if (!s->ward && !is_apart) return o;
  o.kept[0] = dup(STDOUT_FILENO);
  o.kept[1] = dup(STDERR_FILENO);
  if (o.kept[0] < 0 || o.kept[1] < 0) return o;
  /* a terminal shows each line when it is complete, by way of a pipe too */
  if (s->ward && isatty(STDOUT_FILENO)) setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  if (ward_begin_output(&(Ward){s->ward}, is_apart))
    output_part_messages(&o);
  else if (is_apart)
    dup2(STDERR_FILENO, STDOUT_FILENO);
  return o;
}

void fmu_output_free(FmuOutput *o)
{
  static const int standard[2] = {STDOUT_FILENO, STDERR_FILENO};
  if (!o->s) return;
  fflush(stdout);
  fflush(stderr);
  for (int k = 0; k < 2; k++) {
    if (o->kept[k] < 0) continue;
    dup2(o->kept[k], standard[k]);
    close(o->kept[k]);
    o->kept[k] = -1;
  }
  if (!o->messages) return;
  assert(o->s->messages == o->messages);
  o->s->messages = o->messages_before;
  fclose(o->messages);
  o->messages = NULL;
}

void fmu_output_warn(Session *s, const char *path)
{
  diagnostic_file_warning(s, path, W601,
                          "the FMU prints more than %d MiB, and the rest is "
                          "not shown (--limit output=N permits more)",
                          s->limit[LIMIT_OUTPUT]);
}

void fmu_output_end(FmuOutput *o, const char *path)
{
  if (!o->s) return;
  fmu_output_free(o);
  if (ward_end_output(&(Ward){o->s->ward})) fmu_output_warn(o->s, path);
  o->s = NULL;
}
