/* fuzz_options.c: any bytes as the words of a command line, one in each line;
 * the first byte chooses the command. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "commands/options/options.h"

enum { MOST_WORDS = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0) return 0;
  Session *s = fuzz_session();
  FILE *errors = stderr;
  stderr = s->messages; /* glibc's is a variable */
  char *text = malloc(size);
  if (!text) abort();
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  const char *word[MOST_WORDS];
  int n = 0;
  for (char *at = strtok(text, "\n"); at && n < MOST_WORDS;
       at = strtok(NULL, "\n")) {
    word[n++] = at;
  }
  Options options = {0};
  int command = 1 << data[0] % 22;
  (void)options_parse(s, (CommandBit)command, n, word, &options);
  stderr = errors;
  free(text);
  fuzz_session_end(s);
  return 0;
}
