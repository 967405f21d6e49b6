/* cache.c: foucault cache, the FMUs that simulate keeps. */
#include <stdio.h>

#include "base/text/json_text.h"
#include "cache/cache_place.h"
#include "commands/commands.h"
#include "report/report.h"

static void cache_print_json(Session *s, const CachePlace *place, int removed)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "folder");
  json_string(&w, place->folder);
  json_key(&w, "entries");
  json_int(&w, place->n_entries);
  json_key(&w, "bytes");
  json_double(&w, place->bytes);
  json_key(&w, "limit");
  json_double(&w, place->limit);
  json_key(&w, "removed");
  json_int(&w, removed);
  report_diagnostics(&w, s);
  json_object_end(&w);
  json_end(&w);
}

static void cache_print(Session *s, const CachePlace *place)
{
  printf("%s: %s, %.1f MB of at most %.0f MB\n", place->folder,
         report_count(s, place->n_entries, "FMU"), place->bytes / 1e6,
         place->limit / 1e6);
}

int command_cache(Session *s, const Options *options)
{
  CachePlace place = cache_place_find(s);
  int removed = options->clear ? cache_place_clear(s, &place) : 0;
  cache_place_measure(s, &place);
  if (options->json)
    cache_print_json(s, &place, removed);
  else if (!place.folder)
    printf("there is no cache: %s\n", place.limit <= 0
                                          ? "FOUCAULT_CACHE_SIZE is 0"
                                          : "its folder cannot be written");
  else if (options->clear)
    printf("%s: %s removed\n", place.folder, report_count(s, removed, "FMU"));
  else
    cache_print(s, &place);
  return EXIT_DONE;
}
