/* unix_compiler.c: a C compiler of the machine under Wine, for a program that
 * runs in Wine.
 *
 * Compilers for Windows do not all run in Wine. This program is started as one
 * and starts unix_compiler.sh instead, which calls one of the machine. Wine
 * does not say when a program of the machine has ended, nor how: the script
 * writes its status into a file, for which this program waits.
 *
 * UNIX_COMPILER   the script, as Wine names it
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { LONGEST = 32767 };

static char line[LONGEST];

static void add(const char *word)
{
  size_t n = strlen(line);
  snprintf(line + n, LONGEST - n, "%s\"%s\"", n > 0 ? " " : "", word);
}

int main(int argc, char **argv)
{
  char folder[MAX_PATH + 1], status[MAX_PATH + 1];
  const char *script = getenv("UNIX_COMPILER");
  if (!script || !GetTempPathA(sizeof folder, folder)) return 125;
  snprintf(status, sizeof status, "%s/status_%lu", folder,
           (unsigned long)GetCurrentProcessId());
  for (char *c = status; *c; c++) {
    if (*c == '\\') *c = '/';
  }
  add(script);
  add(status);
  for (int k = 1; k < argc; k++) add(argv[k]);
  STARTUPINFOA start = {.cb = sizeof start};
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  PROCESS_INFORMATION made;
  if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start,
                      &made)) {
    return 126;
  }
  for (int k = 0; k < 20000; k++) {
    FILE *file = fopen(status, "r");
    int result = 124;
    if (file && fscanf(file, "%d", &result) == 1) {
      fclose(file);
      remove(status);
      return result;
    }
    if (file) fclose(file);
    Sleep(10);
  }
  return 124;
}
