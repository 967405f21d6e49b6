/* cache_place.c: see cache_place.h. */
#define _POSIX_C_SOURCE 200809L
#include "cache/cache_place.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/vector.h"
#include "emit/package/cache_folder.h"

#define ENDING ".build"
#define DEFAULT_MEGABYTES 1000.0
#define TRIMMED 0.9        /* of the limit */
#define LONGEST_WRITE 3600 /* s: what is older and not whole is abandoned */

typedef struct PlaceEntry {
  const char *path;
  double bytes;
  struct timespec used;
} PlaceEntry;

typedef struct PlaceList {
  PlaceEntry *item;
  int n, capacity;
} PlaceList;

static double place_limit(void)
{
  const char *text = getenv("FOUCAULT_CACHE_SIZE");
  char *end = NULL;
  double size = text ? strtod(text, &end) : DEFAULT_MEGABYTES;
  bool is_number = text && end != text && *end == '\0' && size >= 0;
  if (text && !(is_number && isfinite(size))) size = DEFAULT_MEGABYTES;
  return size * 1e6;
}

/* One after the other, as mkdir -p. */
static bool cache_place_make_folders(Arena *scratch, const char *path)
{
  char *copy = arena_printf(scratch, "%s", path);
  for (char *slash = strchr(copy + 1, '/'); slash;
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(copy, 0777) != 0 && errno != EEXIST && errno != EROFS &&
        errno != EACCES) {
      return false;
    }
    *slash = '/';
  }
  return mkdir(copy, 0700) == 0 || errno == EEXIST;
}

CachePlace cache_place_find(Session *s)
{
  CachePlace place = {.limit = place_limit()};
  const char *named = getenv("FOUCAULT_CACHE");
  Arena *arena = s->session_arena;
  if (place.limit <= 0) return place;
  if (!named || !*named) {
    const char *base = cache_folder(arena);
    if (!base) return place;
    named = arena_printf(arena, "%s/builds", base);
  }
  if (cache_place_make_folders(session_scratch(s), named) &&
      access(named, W_OK) == 0) {
    place.folder = arena_printf(arena, "%s", named);
  }
  return place;
}

const char *cache_place_path(Session *s, const CachePlace *place,
                             const char *key)
{
  assert(place->folder && key[0] == '{');
  return arena_printf(s->session_arena, "%s/%.36s" ENDING, place->folder,
                      key + 1);
}

/* --- the entries --- */

static bool place_is_entry(const char *name)
{
  size_t n = strlen(name), m = strlen(ENDING);
  return n == 36 + m && strcmp(name + n - m, ENDING) == 0;
}

/* Under the name that it has while it is written. */
static bool place_is_part(const char *name)
{
  return strstr(name, ENDING ".") != NULL;
}

static PlaceList place_list(Session *s, const CachePlace *place)
{
  assert(place->folder);
  PlaceList list = {0};
  DIR *directory = opendir(place->folder);
  const struct dirent *file;
  time_t now = time(NULL);
  while (directory && (file = readdir(directory))) {
    struct stat info;
    bool is_part = place_is_part(file->d_name);
    if (!is_part && !place_is_entry(file->d_name)) continue;
    const char *path =
        arena_printf(s->session_arena, "%s/%s", place->folder, file->d_name);
    if (stat(path, &info) != 0) continue;
    if (is_part) {
      if (now - info.st_mtim.tv_sec > LONGEST_WRITE) unlink(path);
      continue;
    }
    list.item = vector_grow(s->session_arena, list.item, &list.capacity,
                            list.n + 1, sizeof list.item[0]);
    list.item[list.n++] =
        (PlaceEntry){path, (double)info.st_size, info.st_mtim};
  }
  if (directory) closedir(directory);
  return list;
}

static int place_by_use(const void *a, const void *b)
{
  const PlaceEntry *left = a, *right = b;
  if (left->used.tv_sec != right->used.tv_sec)
    return left->used.tv_sec < right->used.tv_sec ? -1 : 1;
  if (left->used.tv_nsec != right->used.tv_nsec)
    return left->used.tv_nsec < right->used.tv_nsec ? -1 : 1;
  return strcmp(left->path, right->path);
}

static void place_sum(CachePlace *place, const PlaceList *list)
{
  place->n_entries = list->n;
  place->bytes = 0;
  for (int i = 0; i < list->n; i++) place->bytes += list->item[i].bytes;
}

void cache_place_measure(Session *s, CachePlace *place)
{
  if (!place->folder) return;
  PlaceList list = place_list(s, place);
  place_sum(place, &list);
}

static void place_remove(CachePlace *place, const PlaceEntry *entry)
{
  if (unlink(entry->path) != 0 && errno != ENOENT) return;
  place->bytes -= entry->bytes;
  place->n_entries--;
}

void cache_place_trim(Session *s, CachePlace *place)
{
  assert(place->folder);
  PlaceList list = place_list(s, place);
  place_sum(place, &list);
  if (place->bytes <= place->limit) return;
  qsort(list.item, (size_t)list.n, sizeof list.item[0], place_by_use);
  for (int i = 0; i < list.n && place->bytes > TRIMMED * place->limit; i++)
    place_remove(place, &list.item[i]);
}

int cache_place_clear(Session *s, CachePlace *place)
{
  if (!place->folder) return 0;
  PlaceList list = place_list(s, place);
  place_sum(place, &list);
  for (int i = 0; i < list.n; i++) place_remove(place, &list.item[i]);
  return list.n - place->n_entries;
}
