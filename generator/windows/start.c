/* start.c: before main(): what the program expects of the system it runs on.
 *
 * Files are bytes, texts UTF-8, paths divided by slashes; the folders of the
 * user have the names that they have elsewhere.
 */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "windows/posix/posix.h"

int foucault_main(int argc, char **argv);

/* `name` is what `other` is on Windows, unless it is set. */
static void start_folder(const char *name, const char *other)
{
  const char *value = getenv(other);
  if (getenv(name) || !value) return;
  char *copy = _strdup(value);
  if (!copy) return;
  posix_slashes(copy);
  size_t n = strlen(copy);
  if (n > 3 && copy[n - 1] == '/') copy[n - 1] = '\0';
  setenv(name, copy, 1);
  free(copy);
}

/* Lists of folders, and folders, that a user has set. */
static void start_variable(const char *name)
{
  char *copy = getenv(name) ? _strdup(getenv(name)) : NULL;
  if (!copy) return;
  posix_slashes(copy);
  setenv(name, copy, 1);
  free(copy);
}

/* Words with these are no paths: settings and names of Modelica. */
static void start_word(char *word)
{
  if (!strpbrk(word, "='\"(")) posix_slashes(word);
}

/* Colours on consoles that would print their codes. */
static void use_terminal(DWORD which)
{
  DWORD mode;
  HANDLE console = GetStdHandle(which);
  if (GetConsoleMode(console, &mode))
    SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

int main(int argc, char **argv)
{
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  SetConsoleOutputCP(CP_UTF8);
  use_terminal(STD_OUTPUT_HANDLE);
  use_terminal(STD_ERROR_HANDLE);
  _set_fmode(_O_BINARY);
  _setmode(0, _O_BINARY);
  _setmode(1, _O_BINARY);
  _setmode(2, _O_BINARY);
  setvbuf(stderr, NULL, _IONBF, 0);
  start_folder("TMPDIR", "TEMP");
  start_folder("HOME", "USERPROFILE");
  start_folder("XDG_CACHE_HOME", "LOCALAPPDATA");
  static const char *const paths[] = {"MODELICAPATH", "FOUCAULT_HOME",
                                      "FOUCAULT_CACHE", "FOUCAULT_ZIG", "CC"};
  for (size_t k = 0; k < sizeof paths / sizeof paths[0]; k++)
    start_variable(paths[k]);
  for (int k = 1; k < argc; k++) start_word(argv[k]);
  return foucault_main(argc, argv);
}
