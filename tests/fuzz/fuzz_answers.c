/* fuzz_answers.c: any bytes as what a C function at translation has written
 * (emit/foreign/foreign_answer.h), and as what it prints
 * (emit/foreign/foreign_output.h).
 *
 * The first byte chooses the outputs of the call. An answer is taken whole or
 * refused with a reason; its texts end where their bytes do. What is printed
 * reaches the messages without what moves a cursor.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emit/foreign/foreign_answer.h"
#include "emit/foreign/foreign_output.h"
#include "fuzz.h"

enum { N_KINDS = 4, MOST_ELEMENTS = 5 };

static ForeignValue output_of(Arena *arena, int kind)
{
  static const ForeignType type[N_KINDS] = {FOREIGN_REAL, FOREIGN_INTEGER,
                                            FOREIGN_TEXT, FOREIGN_SIZE};
  ForeignValue v = {.type = type[kind % N_KINDS],
                    .n = kind % MOST_ELEMENTS,
                    .is_array = true,
                    .is_output = true};
  v.real = arena_array(arena, MOST_ELEMENTS, sizeof v.real[0]);
  v.integer = arena_array(arena, MOST_ELEMENTS, sizeof v.integer[0]);
  v.text = arena_array(arena, MOST_ELEMENTS, sizeof v.text[0]);
  for (int k = 0; k < MOST_ELEMENTS; k++) v.text[k] = "";
  return v;
}

static void read_answer(Session *s, const uint8_t *data, size_t size)
{
  int kinds = size > 0 ? data[0] : 0;
  size_t n = size > 0 ? size - 1 : 0;
  Arena *arena = s->session_arena;
  ForeignValue arg[] = {output_of(arena, kinds), output_of(arena, kinds / 5),
                        output_of(arena, kinds / 7)};
  ForeignValue result = output_of(arena, kinds / 3);
  ForeignCall call = {.name = "f",
                      .arg = arg,
                      .n_args = 3,
                      .result = kinds & 1 ? &result : NULL};
  const char *failure = NULL;
  char *exact = malloc(n + 1); /* what is after it is poisoned */
  if (!exact) abort();
  if (n > 0) memcpy(exact, data + 1, n);
  exact[n] = '\0';
  FileBytes answer = {exact, n};
  bool good = foreign_answer_read(arena, answer, &call, &failure);
  if (good == (failure != NULL)) fuzz_fail("what is refused has a reason");
  size_t all = 0;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; good && arg[k].type == FOREIGN_TEXT && i < arg[k].n; i++)
      all += strlen(arg[k].text[i]) + sizeof(int);
  }
  if (all > n) fuzz_fail("texts are in the answer");
  free(exact);
}

/* Through the pipe that it has, to a file that stands for the messages. */
static void pass_output(const uint8_t *data, size_t size)
{
  ForeignOutput output;
  char seen[4096];
  size_t n = size < sizeof seen / 2 ? size : sizeof seen / 2;
  int to = foreign_output_make(&output, 1), end[2], kept = dup(STDERR_FILENO);
  if (to < 0 || kept < 0 || pipe(end) != 0) abort();
  if (write(to, data, n) != (ssize_t)n) abort();
  close(to);
  dup2(end[1], STDERR_FILENO);
  close(end[1]);
  foreign_output_end(&output);
  dup2(kept, STDERR_FILENO);
  close(kept);
  ssize_t length = read(end[0], seen, sizeof seen);
  for (ssize_t k = 0; k < length; k++) {
    unsigned char c = (unsigned char)seen[k];
    bool is_cursor = (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
    bool is_latin =
        c >= 0x80 && c < 0xa0 && k > 0 && (unsigned char)seen[k - 1] == 0xc2;
    if (is_cursor || is_latin) fuzz_fail("what is printed moves no cursor");
  }
  close(end[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  read_answer(s, data, size);
  pass_output(data, size);
  fuzz_session_end(s);
  return 0;
}
