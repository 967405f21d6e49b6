/* surroundings.c: see surroundings.h. */
#define _POSIX_C_SOURCE 200809L
#include "fmu_file/run/surroundings.h"

#include <assert.h>
#include <fenv.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned mask_now(void)
{
  unsigned mask = (unsigned)umask(077);
  umask((mode_t)mask);
  return mask;
}

static void folder_now(char *text, size_t size)
{
  if (!getcwd(text, size)) text[0] = '\0';
}

void surroundings_keep(Surroundings *kept)
{
  const char *locale = setlocale(LC_ALL, NULL);
  folder_now(kept->folder, sizeof kept->folder);
  kept->mask = mask_now();
  snprintf(kept->locale, sizeof kept->locale, "%s", locale ? locale : "C");
  kept->rounding = fegetround();
}

bool surroundings_round(const Surroundings *kept)
{
  if (fegetround() == kept->rounding) return true;
  fesetround(kept->rounding);
  return false;
}

static const char *add_word(Arena *arena, const char *list, const char *word)
{
  return list ? arena_printf(arena, "%s, %s", list, word) : word;
}

const char *surroundings_restore(Arena *arena, const Surroundings *kept)
{
  const char *changed = NULL;
  Surroundings now;
  assert(kept->locale[0]);
  surroundings_keep(&now);
  if (!surroundings_round(kept))
    changed = add_word(arena, changed, "the rounding of numbers");
  if (strcmp(now.folder, kept->folder) != 0 && chdir(kept->folder) == 0)
    changed = add_word(arena, changed, "the current folder");
  umask((mode_t)kept->mask);
  if (now.mask != kept->mask)
    changed = add_word(arena, changed, "the mask of new files");
  if (strcmp(now.locale, kept->locale) != 0) {
    setlocale(LC_ALL, kept->locale);
    changed = add_word(arena, changed, "the locale");
  }
  return changed;
}
