/* fuzz_systems.c: any bytes as the files of a system of FMUs (SSP): the
 * description, parameter sets, mappings, dictionaries, archives in archives.
 *
 * A line "=== NAME" begins the file NAME; what is before the first one is
 * SystemStructure.ssd. A name that ends in .ssp is an archive of all files
 * before it. part.fmu is always there.
 */
#define _XOPEN_SOURCE 700
#include "fuzz.h"

#include <ctype.h>
#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include "couple/couple.h"

enum { MOST_FILES = 8, LONGEST_FILE = 40 };

static const char mark[] = "=== ";

static const char part[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\">\n"
    "<CoSimulation modelIdentifier=\"m\"/><TypeDefinitions>\n"
    "<SimpleType name=\"E\"><Enumeration><Item name=\"a\" value=\"1\"/>"
    "<Item name=\"b\" value=\"2\"/></Enumeration></SimpleType>\n"
    "</TypeDefinitions><ModelVariables>\n"
    "<ScalarVariable name=\"u\" valueReference=\"0\" causality=\"input\">"
    "<Real start=\"0\" unit=\"m\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"y\" valueReference=\"1\" causality=\"output\">"
    "<Real unit=\"mm\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"p\" valueReference=\"2\" causality=\"parameter\""
    " variability=\"tunable\"><Real start=\"1\" unit=\"kg\"/>"
    "</ScalarVariable>\n"
    "<ScalarVariable name=\"n\" valueReference=\"3\" causality=\"parameter\""
    " variability=\"fixed\"><Integer start=\"1\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"b\" valueReference=\"4\" causality=\"input\""
    " variability=\"discrete\"><Boolean start=\"true\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"e\" valueReference=\"5\" causality=\"parameter\""
    " variability=\"fixed\"><Enumeration declaredType=\"E\" start=\"1\"/>"
    "</ScalarVariable>\n"
    "<ScalarVariable name=\"t\" valueReference=\"6\" causality=\"parameter\""
    " variability=\"fixed\"><String start=\"\"/></ScalarVariable>\n"
    "</ModelVariables><ModelStructure><Outputs><Unknown index=\"2\"/>"
    "</Outputs></ModelStructure></fmiModelDescription>\n";

typedef struct File {
  char name[LONGEST_FILE];
  const char *bytes;
  size_t size;
} File;

typedef struct Files {
  char folder[512];
  File file[MOST_FILES];
  int n;
} Files;

/* --- the files of an input --- */

static bool is_plain_name(const char *name)
{
  if (!isalnum((unsigned char)name[0])) return false;
  for (const char *c = name; *c; c++) {
    if (!isalnum((unsigned char)*c) && !strchr("._-", *c)) return false;
  }
  return true;
}

static const char *next_mark(const char *at, const char *end)
{
  size_t n = sizeof mark - 1;
  for (const char *c = at; c + n <= end; c++) {
    if ((c == at || c[-1] == '\n') && memcmp(c, mark, n) == 0) return c;
  }
  return end;
}

/* The name behind the mark, and what is after its line. */
static const char *take_name(const char *at, const char *end, char *name)
{
  const char *line = memchr(at, '\n', (size_t)(end - at));
  size_t n = (size_t)((line ? line : end) - at);
  if (n >= LONGEST_FILE) n = LONGEST_FILE - 1;
  memcpy(name, at, n);
  name[n] = '\0';
  return line ? line + 1 : end;
}

static void split(const char *at, const char *end, Files *files)
{
  char name[LONGEST_FILE] = "SystemStructure.ssd";
  while (files->n < MOST_FILES) {
    const char *next = next_mark(at, end);
    if (is_plain_name(name) && strcmp(name, "part.fmu") != 0 &&
        strcmp(name, "unpacked") != 0) {
      File *file = &files->file[files->n++];
      memcpy(file->name, name, sizeof name);
      file->bytes = at;
      file->size = (size_t)(next - at);
    }
    if (next == end) return;
    at = take_name(next + sizeof mark - 1, end, name);
  }
}

/* --- on the disk --- */

static bool is_archive(const char *name)
{
  size_t n = strlen(name);
  return n > 4 && strcmp(name + n - 4, ".ssp") == 0;
}

static void add(zip_t *zip, const char *name, zip_source_t *source)
{
  if (!source || zip_file_add(zip, name, source, ZIP_FL_OVERWRITE) < 0)
    fuzz_fail("an archive is made");
}

static void in_folder(const Files *files, const char *name, char path[600])
{
  snprintf(path, 600, "%s/%s", files->folder, name);
}

static void write_archive(const Files *files, const char *name, int n)
{
  char path[600], fmu[600];
  in_folder(files, name, path);
  in_folder(files, "part.fmu", fmu);
  zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, NULL);
  if (!zip) fuzz_fail("an archive is made");
  if (n < 0) { /* the FMU */
    add(zip, "modelDescription.xml",
        zip_source_buffer(zip, part, sizeof part - 1, 0));
  } else {
    add(zip, "part.fmu", zip_source_file(zip, fmu, 0, -1));
  }
  for (int k = 0; k < n; k++) {
    char other[600];
    in_folder(files, files->file[k].name, other);
    if (strcmp(other, path) != 0)
      add(zip, files->file[k].name, zip_source_file(zip, other, 0, -1));
  }
  if (zip_close(zip) != 0) fuzz_fail("an archive is made");
}

static void write_files(const Files *files)
{
  for (int k = 0; k < files->n; k++) {
    const File *file = &files->file[k];
    char path[600];
    if (is_archive(file->name)) {
      write_archive(files, file->name, k);
      continue;
    }
    in_folder(files, file->name, path);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(file->bytes, 1, file->size, out) != file->size ||
        fclose(out) != 0)
      fuzz_fail("the disk takes a small file");
  }
}

static void remove_files(const Files *files)
{
  for (int k = 0; k < files->n; k++) {
    char path[600];
    in_folder(files, files->file[k].name, path);
    unlink(path);
  }
}

/* --- reading --- */

static void check(const Couple *c)
{
  for (int k = 0; k < c->n_links; k++) {
    const CoupleLink *l = &c->link[k];
    if (l->member < 0 || l->member >= c->n_members || l->output < 0 ||
        l->output >= c->n_outputs)
      fuzz_fail("a link is of members");
    if (!isfinite(l->factor) || !isfinite(l->offset))
      fuzz_fail("a conversion is finite");
    const FmuDescription *d = c->member[l->member].description;
    if (l->variable < 0 || l->variable >= d->n_variables)
      fuzz_fail("a link is of a variable");
  }
  for (int k = 0; k < c->n_members; k++) {
    const FmuSettings *all = &c->member[k].settings;
    const FmuDescription *d = c->member[k].description;
    for (int i = 0; i < all->n; i++) {
      int variable = all->item[i].variable;
      if (variable < 0 || variable >= d->n_variables)
        fuzz_fail("a value is of a variable");
      if (d->variable[variable].type == FMU_REAL &&
          !isfinite(all->item[i].real))
        fuzz_fail("a value is finite");
    }
  }
}

static int remove_one(const char *path, const struct stat *status, int kind,
                      struct FTW *ftw)
{
  (void)status, (void)kind;
  return ftw->level > 0 ? remove(path) : 0;
}

/* The guard of temporary folders is a process: one for all runs. */
static void read_system(const Files *files, const char *name)
{
  static struct Temporary *guard;
  char path[600];
  in_folder(files, name, path);
  Session *s = fuzz_session();
  s->limit[LIMIT_PARTS] = 300;
  s->limit[LIMIT_SYSTEMS] = 10;
  s->temporary = guard;
  const Couple *couple = couple_read(s, path, NULL, NULL, 0);
  if (!couple && s->n_errors == 0) fuzz_fail("what fails has a message");
  if (couple && s->n_errors > 0) fuzz_fail("what is read has no errors");
  if (couple) check(couple);
  guard = s->temporary;
  s->temporary = NULL;
  in_folder(files, "unpacked", path);
  nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  fuzz_session_end(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static char folder[512]; /* with the FMU, in all runs */
  Files files = {.n = 0};
  if (!folder[0]) {
    const char *root = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/fuzz_%ld.d", root ? root : "/tmp",
             (long)getpid());
    if (mkdir(folder, 0777) != 0) fuzz_fail("the disk takes a folder");
    memcpy(files.folder, folder, sizeof folder);
    write_archive(&files, "part.fmu", -1);
    char unpacked[600];
    in_folder(&files, "unpacked", unpacked);
    if (mkdir(unpacked, 0777) != 0) fuzz_fail("the disk takes a folder");
    setenv("TMPDIR", unpacked, 1);
  }
  memcpy(files.folder, folder, sizeof folder);
  split((const char *)data, (const char *)data + size, &files);
  write_files(&files);
  read_system(&files, "SystemStructure.ssd");
  for (int k = 0; k < files.n; k++) {
    if (is_archive(files.file[k].name)) read_system(&files, files.file[k].name);
  }
  remove_files(&files);
  return 0;
}
