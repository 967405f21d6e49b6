/* build_entry.c: see build_entry.h. */
#define _POSIX_C_SOURCE 200809L
#include "cache/build_entry.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/source_read.h"
#include "emit/text/guid.h"
#include "emit/text/read_file.h"

#define MAGIC "foucault build\n"

/* --- writing --- */

static void build_entry_put_number(FILE *out, int64_t number)
{
  fwrite(&number, sizeof number, 1, out);
}

static void build_entry_put_bytes(FILE *out, const char *bytes, size_t n)
{
  build_entry_put_number(out, (int64_t)n);
  fwrite(bytes, 1, n, out);
}

/* NULL is another text than the empty one. */
static void put_entry_text(FILE *out, const char *text)
{
  if (text)
    build_entry_put_bytes(out, text, strlen(text));
  else
    build_entry_put_number(out, -1);
}

static void put_span(FILE *out, const Session *s, Span span)
{
  put_entry_text(out,
                 span.source < 0 ? NULL : session_source(s, span.source)->path);
  build_entry_put_number(out, span.begin);
  build_entry_put_number(out, span.end);
}

static void put_diagnostic(FILE *out, const Session *s, const Diagnostic *d)
{
  build_entry_put_number(out, d->code);
  put_span(out, s, d->span);
  put_entry_text(out, d->file);
  put_entry_text(out, d->message);
  build_entry_put_number(out, d->n_notes);
  for (int i = 0; i < d->n_notes; i++) {
    put_span(out, s, d->note[i].span);
    put_entry_text(out, d->note[i].text);
  }
}

static void put_report(FILE *out, const CompileReport *r)
{
  put_entry_text(out, r->model);
  build_entry_put_number(out, r->n_equations);
  build_entry_put_number(out, r->n_variables);
  build_entry_put_number(out, r->n_states);
  build_entry_put_number(out, r->index);
  build_entry_put_number(out, r->uses_ida);
}

/* Facts first: they decide whether the rest is looked at. */
static void put_entry(FILE *out, const Session *s, const BuildEntry *entry,
                      int first)
{
  fputs(MAGIC, out);
  build_entry_put_number(out, entry->n_facts);
  for (int i = 0; i < entry->n_facts; i++) {
    build_entry_put_number(out, entry->fact[i].kind);
    put_entry_text(out, entry->fact[i].path);
    put_entry_text(out, entry->fact[i].answer);
  }
  put_report(out, &entry->report);
  build_entry_put_bytes(out, entry->fmu, entry->fmu_size);
  if (entry->fmu3)
    build_entry_put_bytes(out, entry->fmu3, entry->fmu3_size);
  else
    build_entry_put_number(out, -1);
  build_entry_put_number(out, s->n_diagnostics - first);
  for (int i = first; i < s->n_diagnostics; i++)
    put_diagnostic(out, s, s->diagnostic[i]);
}

static void hash_entry(const char *bytes, size_t n, char guid[GUID_SIZE])
{
  GuidHash hash = guid_begin();
  guid_add(&hash, bytes, n);
  guid_end(&hash, guid);
}

/* Beside it under a name that no other program has, then moved. */
static bool publish_entry(Session *s, const char *path, const char *bytes,
                          size_t n)
{
  char guid[GUID_SIZE];
  const char *part =
      arena_printf(session_scratch(s), "%s.%ld", path, (long)getpid());
  FILE *out = fopen(part, "wb");
  if (!out) return false;
  hash_entry(bytes, n, guid);
  bool good = fwrite(bytes, 1, n, out) == n &&
              fwrite(guid, 1, GUID_SIZE, out) == GUID_SIZE;
  good = fclose(out) == 0 && good;
  if (good && rename(part, path) == 0) return true;
  unlink(part);
  return false;
}

bool build_entry_write(Session *s, const char *path, const BuildEntry *entry,
                       int first)
{
  assert(first >= 0 && first <= s->n_diagnostics && entry->fmu);
  char *bytes = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&bytes, &n);
  if (!out) return false;
  put_entry(out, s, entry, first);
  bool good = !ferror(out);
  good = fclose(out) == 0 && good;
  good = good && publish_entry(s, path, bytes, n);
  free(bytes);
  return good;
}

/* --- reading --- */

/* What cannot be there reads as 0, and `good` is false from then on. The hash
 * has been compared before: this is for programs that were changed. */
typedef struct EntryReader {
  Session *s;
  const char *at, *end;
  bool good;
  const BuildEntry *entry; /* for places: its facts; NULL: not known yet */
} EntryReader;

static int64_t build_entry_take_number(EntryReader *r)
{
  int64_t number = 0;
  if (!r->good || r->end - r->at < (ptrdiff_t)sizeof number) {
    r->good = false;
    return 0;
  }
  memcpy(&number, r->at, sizeof number);
  r->at += sizeof number;
  return number;
}

static const char *build_entry_take_bytes(EntryReader *r, size_t *n)
{
  int64_t size = build_entry_take_number(r);
  *n = 0;
  if (size < 0 || size > r->end - r->at) {
    r->good = r->good && size == -1;
    return NULL;
  }
  const char *bytes = r->at;
  r->at += size;
  *n = (size_t)size;
  return bytes;
}

static const char *build_entry_take_text(EntryReader *r)
{
  size_t n;
  const char *bytes = build_entry_take_bytes(r, &n);
  return bytes ? session_name_n(r->s, bytes, n) : NULL;
}

static bool take_facts(EntryReader *r, BuildEntry *entry)
{
  int64_t n = build_entry_take_number(r);
  if (!r->good || n < 0 || n > r->end - r->at) return false;
  entry->fact =
      arena_array(r->s->session_arena, (size_t)n + 1, sizeof entry->fact[0]);
  entry->n_facts = (int)n;
  for (int i = 0; i < entry->n_facts && r->good; i++) {
    SeenFact *fact = &entry->fact[i];
    fact->kind = (SeenKind)build_entry_take_number(r);
    fact->path = build_entry_take_text(r);
    fact->answer = build_entry_take_text(r);
    r->good = r->good && (int)fact->kind >= 0 && fact->kind < N_SEEN_KINDS &&
              fact->path && fact->answer;
  }
  return r->good;
}

static bool facts_hold(Session *s, const BuildEntry *entry)
{
  for (int i = 0; i < entry->n_facts; i++) {
    if (!seen_check_holds(s, &entry->fact[i])) return false;
  }
  return true;
}

static void take_report(EntryReader *r, CompileReport *report)
{
  *report = (CompileReport){.is_cached = true};
  report->model = build_entry_take_text(r);
  report->n_equations = (int)build_entry_take_number(r);
  report->n_variables = (int)build_entry_take_number(r);
  report->n_states = (int)build_entry_take_number(r);
  report->index = (int)build_entry_take_number(r);
  report->uses_ida = build_entry_take_number(r) != 0;
  r->good = r->good && report->model;
}

static bool build_entry_is_whole(const FileBytes *file)
{
  char guid[GUID_SIZE];
  size_t magic = strlen(MAGIC);
  if (file->size < magic + GUID_SIZE) return false;
  size_t n = file->size - GUID_SIZE;
  hash_entry(file->bytes, n, guid);
  return memcmp(file->bytes, MAGIC, magic) == 0 &&
         memcmp(file->bytes + n, guid, GUID_SIZE) == 0;
}

bool build_entry_read(Session *s, const char *path, BuildEntry *entry)
{
  FileBytes file;
  *entry = (BuildEntry){0};
  if (!read_file(s->session_arena, path, &file) || !build_entry_is_whole(&file))
    return false;
  EntryReader r = {s, file.bytes + strlen(MAGIC),
                   file.bytes + file.size - GUID_SIZE, true, NULL};
  if (!take_facts(&r, entry) || !facts_hold(s, entry)) return false;
  take_report(&r, &entry->report);
  entry->fmu = build_entry_take_bytes(&r, &entry->fmu_size);
  entry->fmu3 = build_entry_take_bytes(&r, &entry->fmu3_size);
  entry->said = r.at;
  entry->said_size = (size_t)(r.end - r.at);
  return r.good && entry->fmu;
}

/* --- reporting again --- */

/* The source of that path, read where it is not there yet. */
static int build_entry_source_of(Session *s, const char *path)
{
  for (int i = 0; i < s->n_sources; i++) {
    if (strcmp(s->source[i]->path, path) == 0) return i;
  }
  return source_read(s, path);
}

/* Places are in files that the build has read, which are as they were. */
static bool build_entry_has_read(const BuildEntry *entry, Name path)
{
  for (int i = 0; i < entry->n_facts; i++) {
    if (entry->fact[i].kind == SEEN_CONTENT && entry->fact[i].path == path)
      return strcmp(entry->fact[i].answer, "none") != 0;
  }
  return false;
}

static Span take_span(EntryReader *r)
{
  const char *path = build_entry_take_text(r);
  int64_t begin = build_entry_take_number(r), end = build_entry_take_number(r);
  bool is_known = path && build_entry_has_read(r->entry, path);
  int source = is_known ? build_entry_source_of(r->s, path) : -1;
  if (source < 0) return NO_SPAN;
  const SourceText *text = session_source(r->s, source);
  bool is_inside = begin >= 0 && begin <= end && end <= text->length;
  return is_inside ? (Span){source, (int32_t)begin, (int32_t)end} : NO_SPAN;
}

static void replay_one(EntryReader *r)
{
  int64_t code = build_entry_take_number(r);
  Span span = take_span(r);
  const char *file = build_entry_take_text(r),
             *message = build_entry_take_text(r);
  if (!r->good || code < 0 || code >= N_DIAGNOSTIC_CODES || !message) {
    r->good = false;
    return;
  }
  Diagnostic *d =
      file
          ? diagnostic_file_warning(r->s, file, (DiagnosticCode)code, "%s",
                                    message)
          : diagnostic_warning(r->s, span, (DiagnosticCode)code, "%s", message);
  int64_t n = build_entry_take_number(r);
  for (int64_t i = 0; i < n && r->good; i++) {
    Span place = take_span(r);
    const char *text = build_entry_take_text(r);
    if (text) diagnostic_note(r->s, d, place, "%s", text);
  }
}

void build_entry_replay(Session *s, const BuildEntry *entry)
{
  assert(entry->said);
  EntryReader r = {s, entry->said, entry->said + entry->said_size, true, entry};
  int64_t n = build_entry_take_number(&r);
  for (int64_t i = 0; i < n && r.good; i++) replay_one(&r);
}
