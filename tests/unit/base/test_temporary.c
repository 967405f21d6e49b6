/* test_temporary.c: temporary things vanish, published ones stay. */
#define _DEFAULT_SOURCE
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/temporary.h"
#include "session_fixture.h"

static bool exists(const char *path)
{
  return access(path, F_OK) == 0;
}

static void write_text(const char *path, const char *text)
{
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
}

static int tear_down(void **state)
{
  SessionFixture *f = *state;
  temporary_end(f->s);
  session_fixture_destroy(f);
  return 0;
}

static void a_folder_is_removed_with_its_contents(void **state)
{
  SessionFixture *f = *state;
  const char *folder = temporary_folder(f->s);
  assert_non_null(folder);
  assert_int_equal(folder[0], '/');
  char path[512];
  snprintf(path, sizeof path, "%s/inner", folder);
  assert_int_equal(mkdir(path, 0777), 0);
  snprintf(path, sizeof path, "%s/inner/file", folder);
  write_text(path, "x");
  temporary_end(f->s);
  assert_false(exists(folder));
}

static void two_folders_are_different(void **state)
{
  SessionFixture *f = *state;
  const char *a = temporary_folder(f->s), *b = temporary_folder(f->s);
  assert_string_not_equal(a, b);
  assert_true(exists(a) && exists(b));
  temporary_end(f->s);
  assert_false(exists(a) || exists(b));
}

static void a_link_is_removed_not_followed(void **state)
{
  SessionFixture *f = *state;
  write_text("outside", "x");
  const char *folder = temporary_folder(f->s);
  char here[256], target[512], path[512];
  assert_non_null(getcwd(here, sizeof here));
  snprintf(target, sizeof target, "%s", here);
  snprintf(path, sizeof path, "%s/link", folder);
  assert_int_equal(symlink(target, path), 0);
  temporary_end(f->s);
  assert_false(exists(folder));
  assert_true(exists("outside"));
  remove("outside");
}

static void an_unfinished_file_vanishes(void **state)
{
  SessionFixture *f = *state;
  write_text("result", "old");
  const char *partial = temporary_beside(f->s, "result");
  assert_non_null(partial);
  write_text(partial, "half");
  temporary_end(f->s);
  assert_false(exists(partial));
  assert_true(exists("result"));
  remove("result");
}

static void a_published_file_stays(void **state)
{
  SessionFixture *f = *state;
  write_text("result", "old");
  const char *partial = temporary_beside(f->s, "result");
  write_text(partial, "new");
  assert_true(temporary_publish(f->s, partial, "result"));
  temporary_end(f->s);
  char text[8] = "";
  FILE *in = fopen("result", "r");
  assert_non_null(in);
  assert_non_null(fgets(text, sizeof text, in));
  fclose(in);
  assert_string_equal(text, "new");
  struct stat info;
  assert_int_equal(stat("result", &info), 0);
  mode_t mask = umask(0);
  umask(mask);
  assert_int_equal(info.st_mode & 0777, 0666 & ~mask);
  remove("result");
}

static void no_folder_no_file(void **state)
{
  SessionFixture *f = *state;
  assert_null(temporary_beside(f->s, "no/such/folder/result"));
  assert_non_null(strstr(session_fixture_messages(f), "E501"));
}

static void a_killed_process_leaves_nothing(void **state)
{
  SessionFixture *f = *state;
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    const char *folder = temporary_folder(f->s);
    ssize_t n = write(ends[1], folder, strlen(folder) + 1);
    (void)n;
    raise(SIGKILL);
  }
  close(ends[1]);
  char folder[512] = "";
  assert_true(read(ends[0], folder, sizeof folder) > 0);
  close(ends[0]);
  waitpid(child, NULL, 0);
  for (int i = 0; i < 200 && exists(folder); i++) usleep(10000);
  assert_false(exists(folder));
}

/* With what it has started, before that has done anything. */
static void a_killed_group_leaves_nothing(void **state)
{
  SessionFixture *f = *state;
  for (int k = 0; k < 20; k++) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
      setpgid(0, 0);
      const char *folder = temporary_folder(f->s);
      ssize_t n = write(ends[1], folder, strlen(folder) + 1);
      (void)n;
      kill(0, SIGKILL);
      pause();
    }
    close(ends[1]);
    char folder[512] = "";
    assert_true(read(ends[0], folder, sizeof folder) > 0);
    close(ends[0]);
    waitpid(child, NULL, 0);
    for (int i = 0; i < 500 && exists(folder); i++) usleep(10000);
    assert_false(exists(folder));
  }
}

/* Replacing it would break the device for everybody. */
static void a_pipe_is_written_to_not_replaced(void **state)
{
  Session *s = ((SessionFixture *)*state)->s;
  const char *folder = temporary_folder(s);
  const char *pipe_path = arena_printf(s->session_arena, "%s/pipe", folder);
  assert_int_equal(mkfifo(pipe_path, 0600), 0);
  int reader = open(pipe_path, O_RDWR);
  const char *file = temporary_beside(s, pipe_path);
  assert_non_null(file);
  FILE *out = fopen(file, "w");
  assert_non_null(out);
  fputs("text", out);
  fclose(out);
  assert_true(temporary_publish(s, file, pipe_path));
  struct stat info;
  assert_int_equal(stat(pipe_path, &info), 0);
  assert_true(S_ISFIFO(info.st_mode));
  char text[8] = "";
  assert_int_equal(read(reader, text, sizeof text), 4);
  assert_string_equal(text, "text");
  close(reader);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_folder_is_removed_with_its_contents,
                                      session_fixture_set_up, tear_down),
      cmocka_unit_test_setup_teardown(two_folders_are_different,
                                      session_fixture_set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_link_is_removed_not_followed,
                                      session_fixture_set_up, tear_down),
      cmocka_unit_test_setup_teardown(an_unfinished_file_vanishes,
                                      session_fixture_set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_published_file_stays,
                                      session_fixture_set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_pipe_is_written_to_not_replaced,
                                      session_fixture_set_up, tear_down),
      cmocka_unit_test_setup_teardown(no_folder_no_file, session_fixture_set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(a_killed_process_leaves_nothing,
                                      session_fixture_set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_killed_group_leaves_nothing,
                                      session_fixture_set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
