/* fuzz_records.c: any bytes as what the program itself has left in files and
 * pipes: a kept build, the journal of a sweep, findings of another process. The
 * first byte chooses; a kept build gets the hash that makes it whole.
 */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cache/build_entry.h"
#include "check/rules/finding.h"
#include "emit/text/guid.h"
#include "studies/journal.h"

static void read_build(const uint8_t *data, size_t size)
{
  static const char magic[] = "foucault build\n";
  Session *s = fuzz_session();
  size_t n = sizeof magic - 1 + size;
  char *bytes = malloc(n + GUID_SIZE);
  if (!bytes) abort();
  memcpy(bytes, magic, sizeof magic - 1);
  memcpy(bytes + sizeof magic - 1, data, size);
  GuidHash hash = guid_begin();
  guid_add(&hash, bytes, n);
  guid_end(&hash, bytes + n);
  const char *path = fuzz_file(".build", (uint8_t *)bytes, n + GUID_SIZE);
  BuildEntry entry;
  if (build_entry_read(s, path, &entry)) {
    if (entry.fmu_size > n || entry.fmu3_size > n)
      fuzz_fail("an FMU lies in the entry");
    build_entry_replay(s, &entry);
  }
  if (s->n_errors > 0) fuzz_fail("a kept build has warnings only");
  unlink(path);
  free(bytes);
  fuzz_session_end(s);
}

static void read_journal(const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  Journal j = {
      .path = fuzz_file(".journal", data, size), .n_runs = 3, .n_values = 2};
  bool good = journal_continue(s, &j, "a\nb\n");
  if (good == (s->n_errors > 0)) fuzz_fail("what fails has a message");
  for (int64_t k = 0; good && k < j.n_runs; k++) {
    double value[2];
    RunRecord r = journal_read(&j, k, value);
    if (strlen(r.reason) >= REASON_SIZE) fuzz_fail("a reason ends");
  }
  journal_remove(&j);
  fuzz_session_end(s);
}

static void read_findings(const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  Findings f = {.s = s};
  findings_read(&f, (const char *)data, size);
  for (int k = 0; k < f.n; k++) {
    const Finding *x = &f.item[k];
    if (x->rule >= N_RULES || x->line < 0 || x->column < 0)
      fuzz_fail("a finding is one");
    finding_write(s->messages, x);
  }
  fuzz_session_end(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0) return 0;
  switch (data[0] % 3) {
  case 0: read_build(data + 1, size - 1); break;
  case 1: read_journal(data + 1, size - 1); break;
  default: read_findings(data + 1, size - 1); break;
  }
  return 0;
}
