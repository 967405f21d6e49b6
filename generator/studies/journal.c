/* journal.c: see journal.h. */
#define _POSIX_C_SOURCE 200809L
#include "studies/journal.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static const char journal_magic[8] = "FOUSWP1";

/* What comes before the text. */
typedef struct JournalHead {
  char magic[8];
  int64_t n_runs, n_values, text_length;
} JournalHead;

static int64_t journal_place(const Journal *j, int64_t run)
{
  assert(run >= 0 && run < j->n_runs);
  int64_t size = (int64_t)sizeof(RunRecord) + j->n_values * 8;
  return j->first + run * size;
}

static void journal_measure(Journal *j, const char *text)
{
  j->first = (int64_t)(sizeof(JournalHead) + strlen(text) + 7) / 8 * 8;
}

static bool write_head(const Journal *j, FILE *out, const char *text)
{
  JournalHead head = {.n_runs = j->n_runs,
                      .n_values = j->n_values,
                      .text_length = (int64_t)strlen(text)};
  memcpy(head.magic, journal_magic, sizeof head.magic);
  return fwrite(&head, sizeof head, 1, out) == 1 && fputs(text, out) >= 0;
}

bool journal_create(Session *s, Journal *j, const char *text)
{
  journal_measure(j, text);
  FILE *out = fopen(j->path, "wb");
  bool good = out && write_head(j, out, text);
  if (out && fclose(out) != 0) good = false;
  if (good) j->in = fopen(j->path, "rb");
  if (j->in) return true;
  diagnostic_file_error(s, j->path, E501, "the file cannot be written: %s",
                        strerror(errno));
  return false;
}

/* The first line of both texts that differs, as a note. */
static void note_difference(Session *s, Diagnostic *d, const char *then,
                            const char *now)
{
  for (;;) {
    size_t n = strcspn(then, "\n"), m = strcspn(now, "\n");
    if (n != m || memcmp(then, now, n) != 0) {
      diagnostic_note(s, d, NO_SPAN, "it was begun with '%.*s', this is '%.*s'",
                      (int)n, then, (int)m, now);
      return;
    }
    if (!then[n] || !now[m]) return;
    then += n + 1;
    now += m + 1;
  }
}

/* NULL: the file is not one of a sweep, or is damaged. */
static char *journal_read_text(Session *s, Journal *j, JournalHead *head)
{
  if (fread(head, sizeof *head, 1, j->in) != 1 ||
      memcmp(head->magic, journal_magic, sizeof head->magic) != 0 ||
      head->text_length < 0 || head->text_length > 100000000) {
    return NULL;
  }
  size_t n = (size_t)head->text_length;
  char *text = arena_alloc(s->session_arena, n + 1);
  return fread(text, 1, n, j->in) == n ? text : NULL;
}

bool journal_continue(Session *s, Journal *j, const char *text)
{
  j->in = fopen(j->path, "rb");
  if (!j->in) {
    diagnostic_file_error(s, j->path, E610,
                          "there is no sweep to be continued: %s",
                          strerror(errno));
    return false;
  }
  JournalHead head;
  const char *then = journal_read_text(s, j, &head);
  if (!then) {
    diagnostic_file_error(s, j->path, E610,
                          "this is not a sweep of this "
                          "program");
    return false;
  }
  bool is_same = strcmp(then, text) == 0 && head.n_runs == j->n_runs &&
                 head.n_values == j->n_values;
  if (!is_same) {
    Diagnostic *d = diagnostic_file_error(s, j->path, E610,
                                          "this is another sweep: it cannot be "
                                          "continued by this one");
    note_difference(s, d, then, text);
    return false;
  }
  journal_measure(j, text);
  return true;
}

/* Not buffered: a run that is over is in the file. */
FILE *journal_writer(const Journal *j)
{
  FILE *out = fopen(j->path, "r+b");
  if (out) setvbuf(out, NULL, _IONBF, 0);
  return out;
}

bool journal_write(const Journal *j, FILE *out, int64_t run,
                   const RunRecord *record, const double *value)
{
  assert(record->state != RUN_MISSING);
  size_t n = (size_t)j->n_values;
  int64_t place = journal_place(j, run);
  errno = 0;
  /* the state comes last: half a record is none */
  RunRecord empty = *record;
  empty.state = RUN_MISSING;
  return fseeko(out, (off_t)place, SEEK_SET) == 0 &&
         fwrite(&empty, sizeof empty, 1, out) == 1 &&
         (n == 0 || fwrite(value, sizeof value[0], n, out) == n) &&
         fseeko(out, (off_t)place, SEEK_SET) == 0 &&
         fwrite(&record->state, sizeof record->state, 1, out) == 1;
}

RunRecord journal_read(const Journal *j, int64_t run, double *value)
{
  static const RunRecord missing = {.state = RUN_MISSING};
  RunRecord record;
  int64_t place = journal_place(j, run);
  if (ftello(j->in) != (off_t)place &&
      fseeko(j->in, (off_t)place, SEEK_SET) != 0) {
    return missing;
  }
  if (fread(&record, sizeof record, 1, j->in) != 1) return missing;
  size_t n = (size_t)j->n_values;
  if (record.state != RUN_GOOD && record.state != RUN_FAILED) return missing;
  if (value && n > 0 && fread(value, sizeof value[0], n, j->in) != n)
    return missing;
  record.reason[REASON_SIZE - 1] = '\0';
  return record;
}

void journal_close(Journal *j)
{
  if (j->in) fclose(j->in);
  j->in = NULL;
}

void journal_remove(Journal *j)
{
  journal_close(j);
  unlink(j->path);
}
