/* test_worker.c: work beside the program, and what is done when it fails. */
#include "test.h"

#include <unistd.h>

#include "base/worker.h"
#include "session_fixture.h"

typedef struct Job {
  int *seen;   /* by both */
  int own;     /* of the process */
  pid_t maker; /* the process that began */
  bool fails;  /* in the worker */
} Job;

static bool work(void *context)
{
  Job *job = context;
  job->own++;
  *job->seen += getpid() == job->maker ? 1 : 100;
  return !job->fails || getpid() == job->maker;
}

static void run(bool beside, bool fails, int seen, int own)
{
  SessionFixture *f = session_fixture_create();
  Job job = {
      .seen = worker_shared(sizeof(int)), .maker = getpid(), .fails = fails};
  assert_non_null(job.seen);
  Worker w = worker_begin(f->s, work, &job, beside);
  assert_true(worker_end(f->s, &w));
  assert_int_equal(*job.seen, seen);
  assert_int_equal(job.own, own);
  worker_forget(job.seen, sizeof(int));
  session_fixture_destroy(f);
}

/* What the copy changes is not seen, but for the shared memory. */
static void test_beside(void **state)
{
  (void)state;
  run(true, false, 100, 0);
}

static void test_program_does_it(void **state)
{
  (void)state;
  run(false, false, 1, 1);
}

/* Once in the worker, once by the program. */
static void test_after_a_failure(void **state)
{
  (void)state;
  run(true, true, 101, 1);
}

static bool die(void *context)
{
  const Job *job = context;
  if (getpid() != job->maker) abort();
  return false;
}

static void test_failure_is_told(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  Job job = {.maker = getpid()};
  Worker w = worker_begin(f->s, die, &job, true);
  assert_false(worker_end(f->s, &w));
  session_fixture_destroy(f);
}

enum { MANY_BYTES = 20000000 };

static bool use_memory(void *context)
{
  char *bytes = malloc(MANY_BYTES);
  if (!bytes) return false;
  memset(bytes, *(const char *)context, MANY_BYTES);
  bool ok = bytes[MANY_BYTES - 1] == *(const char *)context;
  free(bytes);
  return ok;
}

static void test_memory_is_booked(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  char letter = 'a';
  cost_begin(f->s);
  Worker w = worker_begin(f->s, use_memory, &letter, true);
  assert_true(worker_end(f->s, &w));
  cost_end(f->s, "after");
  assert_true(f->s->shared_peak > MANY_BYTES / 2);
  assert_true(f->s->cost[0].peak >= f->s->shared_peak);
  assert_int_equal(f->s->worker_bytes, 0);
  session_fixture_destroy(f);
}

/* Those at work at the same time add up, those one after the other do not. */
static void test_memory_of_two(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  char letter = 'a';
  for (int k = 0; k < 2; k++) {
    Worker w = worker_begin(f->s, use_memory, &letter, true);
    assert_true(worker_end(f->s, &w));
  }
  size_t one = f->s->shared_peak;
  Worker first = worker_begin(f->s, use_memory, &letter, true);
  Worker second = worker_begin(f->s, use_memory, &letter, true);
  assert_true(worker_end(f->s, &first));
  assert_true(worker_end(f->s, &second));
  assert_true(f->s->shared_peak > one + MANY_BYTES / 2);
  session_fixture_destroy(f);
}

static bool wait_for_ever(void *context)
{
  (void)context;
  while (pause() != 0) continue;
  return true;
}

static void test_stopped(void **state)
{
  (void)state;
  SessionFixture *f = session_fixture_create();
  Worker w = worker_begin(f->s, wait_for_ever, NULL, true);
  assert_true(w.process > 0);
  assert_int_equal(f->s->n_workers, 1);
  worker_stop(f->s, &w);
  assert_int_equal(f->s->n_workers, 0);
  assert_int_equal(w.process, 0);
  Worker none = worker_begin(f->s, wait_for_ever, NULL, false);
  worker_stop(f->s, &none);
  session_fixture_destroy(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_beside),
      cmocka_unit_test(test_program_does_it),
      cmocka_unit_test(test_after_a_failure),
      cmocka_unit_test(test_failure_is_told),
      cmocka_unit_test(test_memory_is_booked),
      cmocka_unit_test(test_memory_of_two),
      cmocka_unit_test(test_stopped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
