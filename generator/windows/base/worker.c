/* worker.c: base/worker.h on Windows: no process can be copied there, so all
 * work is done when its result is wanted. */
#include "base/worker.h"

#include <assert.h>
#include <stdlib.h>

bool worker_is_useful(void)
{
  return false;
}

void *worker_shared(size_t size)
{
  return calloc(1, size);
}

void worker_forget(void *shared, size_t size)
{
  (void)size;
  free(shared);
}

Worker worker_begin(Session *s, Work work, void *context, bool beside)
{
  (void)s, (void)beside;
  return (Worker){.work = work, .context = context};
}

bool worker_end(Session *s, Worker *w)
{
  (void)s;
  assert(w->work);
  return w->work(w->context);
}

void worker_stop(Session *s, Worker *w)
{
  (void)s, (void)w;
}
