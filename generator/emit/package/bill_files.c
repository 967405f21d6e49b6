/* bill_files.c: see bill_files.h. */
#include "emit/package/bill_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/text/write_file.h"

/* --- sums --- */

static bool sum_path(const char *path, Checksum *sum)
{
  char bytes[16384];
  size_t n;
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  while ((n = fread(bytes, 1, sizeof bytes, file)) > 0)
    checksum_add(sum, bytes, n);
  bool ok = !ferror(file);
  fclose(file);
  return ok;
}

static bool sum_member(Session *s, const PackageMember *member,
                       ChecksumText *text)
{
  Checksum sum;
  checksum_begin(&sum);
  if (member->bytes) {
    checksum_add(&sum, member->bytes, member->size);
  } else if (!sum_path(member->path, &sum)) {
    return write_file_failed(s, member->path);
  }
  checksum_end(&sum, text);
  return true;
}

static int by_sha1(const void *a, const void *b)
{
  return strcmp(((const ChecksumText *)a)->sha1,
                ((const ChecksumText *)b)->sha1);
}

/* The sum of all sums in the order of their text, clause 7.9.4. */
static void make_code(BillFiles *files, Arena *arena)
{
  size_t n = (size_t)files->n;
  ChecksumText *sorted = arena_array(arena, n + 1, sizeof sorted[0]), code;
  memcpy(sorted, files->sum, n * sizeof sorted[0]);
  qsort(sorted, n, sizeof sorted[0], by_sha1);
  Checksum all;
  checksum_begin(&all);
  for (size_t k = 0; k < n; k++)
    checksum_add(&all, sorted[k].sha1, strlen(sorted[k].sha1));
  checksum_end(&all, &code);
  memcpy(files->code, code.sha1, sizeof files->code);
}

bool bill_files_make(Session *s, const PackageMember *member, int n,
                     BillFiles *files, Arena *arena)
{
  *files = (BillFiles){.member = member, .n = n, .arena = arena};
  files->sum = arena_array(arena, (size_t)n + 1, sizeof files->sum[0]);
  for (int k = 0; k < n; k++) {
    if (!sum_member(s, &member[k], &files->sum[k])) return false;
  }
  make_code(files, arena);
  return true;
}

/* --- as text --- */

static void bill_files_text(JsonWriter *w, const char *key, const char *text)
{
  json_key(w, key);
  json_string(w, text);
}

static void bill_files_id(JsonWriter *w, const char *key, int k)
{
  char id[40];
  snprintf(id, sizeof id, "SPDXRef-file-%d", k + 1);
  bill_files_text(w, key, id);
}

void bill_files_code(JsonWriter *w, const BillFiles *files)
{
  json_key(w, "packageVerificationCode");
  json_object_begin(w);
  bill_files_text(w, "packageVerificationCodeValue", files->code);
  json_key(w, "packageVerificationCodeExcludedFiles");
  json_array_begin(w);
  json_string(w, "./" BILL_FILE_NAME);
  json_array_end(w);
  json_object_end(w);
}

static void bill_files_sum(JsonWriter *w, const char *algorithm,
                           const char *value)
{
  json_object_begin(w);
  bill_files_text(w, "algorithm", algorithm);
  bill_files_text(w, "checksumValue", value);
  json_object_end(w);
}

static void bill_files_put(JsonWriter *w, const BillFiles *files, int k,
                           const char *name)
{
  json_object_begin(w);
  bill_files_text(w, "fileName", name);
  bill_files_id(w, "SPDXID", k);
  json_key(w, "checksums");
  json_array_begin(w);
  bill_files_sum(w, "SHA1", files->sum[k].sha1);
  bill_files_sum(w, "SHA256", files->sum[k].sha256);
  json_array_end(w);
  bill_files_text(w, "licenseConcluded", "NOASSERTION");
  bill_files_text(w, "copyrightText", "NOASSERTION");
  json_object_end(w);
}

void bill_files_list(JsonWriter *w, const BillFiles *files)
{
  json_key(w, "files");
  json_array_begin(w);
  for (int k = 0; k < files->n; k++) {
    char *name = arena_printf(files->arena, "./%s", files->member[k].name);
    bill_files_put(w, files, k, name);
  }
  json_array_end(w);
}

void bill_files_relations(JsonWriter *w, const BillFiles *files, const char *id)
{
  for (int k = 0; k < files->n; k++) {
    json_object_begin(w);
    bill_files_text(w, "spdxElementId", id);
    bill_files_text(w, "relationshipType", "CONTAINS");
    bill_files_id(w, "relatedSpdxElement", k);
    json_object_end(w);
  }
}
