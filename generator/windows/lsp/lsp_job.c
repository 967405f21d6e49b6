/* lsp_job.c: lsp/lsp_job.h on Windows: no process can be copied there, so the
 * work is done at once, in a session of its own that is dropped afterwards. */
#include "lsp/lsp_job.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

#include "base/serve/kept_files.h"
#include "base/temporary.h"

static Session *job_session(const Session *s)
{
  Session *own = session_create();
  memcpy(own->limit, s->limit, sizeof own->limit);
  memcpy(own->silent, s->silent, sizeof own->silent);
  memcpy(own->refused, s->refused, sizeof own->refused);
  own->quiet = true;
  own->messages = s->messages;
  kept_files_begin(own);
  return own;
}

LspJob *lsp_job_begin(Session *s, LspWork work, const void *context,
                      LspLimits limits, bool is_urgent)
{
  (void)limits, (void)is_urgent;
  LspJob *job = calloc(1, sizeof *job);
  FILE *out = job ? tmpfile() : NULL;
  if (!out) abort();
  Session *own = job_session(s);
  work(context, own, out);
  kept_files_end(own);
  temporary_end(own);
  session_destroy(own);
  long n = ftell(out);
  rewind(out);
  job->bytes = malloc((size_t)n + 1);
  if (!job->bytes) abort();
  job->n = fread(job->bytes, 1, (size_t)n, out);
  fclose(out);
  job->is_over = true;
  return job;
}

void lsp_job_forget(LspJob *job)
{
  if (!job) return;
  free(job->bytes);
  free(job);
}

static bool job_input_waits(void)
{
  DWORD n = 0;
  HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
  return PeekNamedPipe(input, NULL, 0, NULL, &n, NULL) && n > 0;
}

/* Input comes first: an edit makes much of what else there is to do needless. */
LspEvent lsp_wait(LspJob *const *job, int n_jobs, double seconds, char *buffer,
                  size_t room, size_t *n_read)
{
  (void)seconds;
  assert(n_jobs == 0 || job);
  if (n_jobs > 0 && !job_input_waits()) return LSP_DONE;
  long n = (long)read(0, buffer, (unsigned)room);
  *n_read = n > 0 ? (size_t)n : 0;
  return n > 0 ? LSP_INPUT : LSP_CLOSED;
}
