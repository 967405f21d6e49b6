/* build_cache.c: see build_cache.h. */
#define _GNU_SOURCE /* CLOCK_REALTIME_COARSE: the clock of file systems */
#include "cache/build_cache.h"

#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/files_seen.h"
#include "base/temporary.h"
#include "cache/build_entry.h"
#include "cache/build_key.h"
#include "cache/cache_place.h"
#include "emit/text/read_file.h"
#include "emit/text/write_file.h"

/* The time as files have it: what is written from now on is not older. */
static struct timespec cache_now(void)
{
  struct timespec now;
#ifdef CLOCK_REALTIME_COARSE
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
#else
  clock_gettime(CLOCK_REALTIME, &now);
#endif
  return now;
}

/* --- taking --- */

/* What others may have put there would be run. */
static bool is_ours(const char *path)
{
  struct stat info;
  return lstat(path, &info) == 0 && S_ISREG(info.st_mode) &&
         info.st_uid == geteuid();
}

static bool write_fmu(Session *s, const char *bytes, size_t size,
                      const char *fmu)
{
  const char *partial = temporary_beside(s, fmu);
  return partial && write_file(s, partial, bytes, size) &&
         temporary_publish(s, partial, fmu);
}

/* The one that was used last stays longest. */
static void mark_used(const char *path)
{
  utimensat(AT_FDCWD, path, NULL, 0);
}

static bool take_entry(Session *s, const char *path, const BuildEntry *entry,
                       const char *fmu, CompileReport *report)
{
  assert(entry->report.model);
  mark_used(path);
  build_entry_replay(s, entry);
  *report = entry->report;
  if (!fmu) fmu = compile_default_output(s, report->model);
  const char *fmu3 = entry->fmu3 ? compile_second_output(s, fmu) : NULL;
  if (!write_fmu(s, entry->fmu, entry->fmu_size, fmu)) return false;
  if (fmu3 && !write_fmu(s, entry->fmu3, entry->fmu3_size, fmu3)) return false;
  report->fmu = fmu;
  report->fmu3 = fmu3;
  if (s->verbose) fprintf(s->messages, "taken from the cache: %s\n", path);
  return true;
}

/* --- keeping --- */

/* A build with errors is not kept, nor one whose files have changed. */
static void keep_entry(Session *s, CachePlace *place, const char *path,
                       const CompileReport *report, struct timespec since,
                       int first)
{
  BuildEntry entry = {.report = *report};
  FileBytes fmu, fmu3 = {0};
  if (s->n_errors > 0 || !report->fmu) return;
  if (!seen_check_list(s, since, &entry.fact, &entry.n_facts)) return;
  if (!read_file(s->session_arena, report->fmu, &fmu)) return;
  if (report->fmu3 && !read_file(s->session_arena, report->fmu3, &fmu3)) return;
  if ((double)fmu.size + (double)fmu3.size > place->limit) return;
  entry.fmu = fmu.bytes;
  entry.fmu_size = fmu.size;
  entry.fmu3 = fmu3.bytes;
  entry.fmu3_size = fmu3.size;
  diagnostic_flush(s);
  if (build_entry_write(s, path, &entry, first)) cache_place_trim(s, place);
}

bool build_cache_compile(Session *s, const CompileRequest *request,
                         const char *fmu, CompileReport *report)
{
  struct timespec since = cache_now();
  CachePlace place = cache_place_find(s);
  char key[GUID_SIZE];
  if (!place.folder || !build_key_make(s, request, key)) {
    /* what is missing may have been reported already */
    return s->n_errors == 0 && compile_model(s, request, fmu, report);
  }
  const char *path = cache_place_path(s, &place, key);
  BuildEntry entry;
  if (is_ours(path) && build_entry_read(s, path, &entry))
    return take_entry(s, path, &entry, fmu, report);
  int first = s->n_diagnostics;
  files_seen_begin(s);
  bool good = compile_model(s, request, fmu, report);
  if (good) keep_entry(s, &place, path, report, since, first);
  return good;
}
