/* archive.c: libzip, and nothing leaves its folder. */
#define _XOPEN_SOURCE 700
#include "fmu_file/archive.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#define MOST_DESCRIPTION ((size_t)1 << 30)
#define LONGEST_NAME 1024
#define LONGEST_PART 255 /* of the file systems that there are */
#define PIECE 65536      /* bytes unpacked at a time */

static bool archive_refuse(Session *s, const char *path, const char *why)
{
  diagnostic_file_error(s, path, E601, "%s", why);
  return false;
}

/* --- what an entry may be --- */

static bool is_safe_part(const char *part, size_t n)
{
  if (n == 0) return false; /* absolute, or a double slash */
  if (n == 1 && part[0] == '.') return false;
  return !(n == 2 && part[0] == '.' && part[1] == '.');
}

static bool has_control_character(const char *name)
{
  for (; *name; name++) {
    if ((unsigned char)*name < 0x20 || *name == 0x7F) return true;
  }
  return false;
}

static bool archive_is_inside(const char *name)
{
  assert(name[0] != '\0');
  if (strpbrk(name, "\\:")) return false;
  for (const char *part = name; *part;) {
    size_t length = strcspn(part, "/");
    if (!is_safe_part(part, length)) return false;
    part += length;
    if (*part == '/') part++;
  }
  return true;
}

static size_t longest_part(const char *name)
{
  size_t longest = 0;
  assert(name[0] != '\0');
  for (;;) {
    size_t n = strcspn(name, "/");
    if (n > longest) longest = n;
    if (!name[n]) return longest;
    name += n + 1;
  }
}

/* NULL: it may be unpacked. */
static const char *name_fault_of(const char *name)
{
  size_t n = strlen(name);
  if (n == 0) return "an entry has no name";
  if (n > LONGEST_NAME || longest_part(name) > LONGEST_PART)
    return "the name of an entry is too long";
  if (has_control_character(name))
    return "the name of an entry has a control character";
  return archive_is_inside(name) ? NULL : "an entry would leave its folder";
}

/* Only plain files and folders; archives made on Unix say so in the upper half
 * of the external attributes. */
static bool archive_is_plain(zip_t *zip, zip_uint64_t index)
{
  zip_uint8_t system;
  zip_uint32_t attributes;
  if (zip_file_get_external_attributes(zip, index, 0, &system, &attributes)) {
    return false;
  }
  if (system != ZIP_OPSYS_UNIX) return true;
  zip_uint32_t kind = (attributes >> 16) & S_IFMT;
  return kind == 0 || kind == S_IFREG || kind == S_IFDIR;
}

static const char *archive_fault_of(zip_t *zip, zip_uint64_t index,
                                    const zip_stat_t *info)
{
  zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE;
  if ((info->valid & needed) != needed) return "an entry cannot be read";
  const char *fault = name_fault_of(info->name);
  if (fault) return fault;
  if (!archive_is_plain(zip, index)) return "an entry is not a plain file";
  if ((info->valid & ZIP_STAT_ENCRYPTION_METHOD) &&
      info->encryption_method != ZIP_EM_NONE) {
    return "an entry is encrypted";
  }
  return NULL;
}

/* --- opening --- */

static bool refuse_size(Session *s, const char *path, Limit limit,
                        const char *what)
{
  Diagnostic *d = diagnostic_file_error(s, path, E601, "more than %d %s",
                                        s->limit[limit], what);
  diagnostic_note(s, d, NO_SPAN, "--limit %s=N permits more",
                  limits_row(limit)->name);
  return false;
}

static bool list_entry(Session *s, Archive *a, zip_uint64_t index,
                       uint64_t *total)
{
  zip_stat_t info;
  zip_stat_init(&info);
  if (zip_stat_index(a->zip, index, 0, &info) != 0) {
    return archive_refuse(s, a->path, "an entry cannot be read");
  }
  const char *fault = archive_fault_of(a->zip, index, &info);
  if (fault) {
    Diagnostic *d = diagnostic_file_error(s, a->path, E601, "%s", fault);
    if (info.valid & ZIP_STAT_NAME) {
      diagnostic_note(s, d, NO_SPAN, "the entry is '%.200s'", info.name);
    }
    return false;
  }
  uint64_t most = (uint64_t)s->limit[LIMIT_UNPACKED] << 20;
  if (info.size > most || (*total += info.size) > most) {
    return refuse_size(s, a->path, LIMIT_UNPACKED, "MiB when unpacked");
  }
  a->entry[a->n_entries++] = (ArchiveEntry){
      arena_copy_text(s->session_arena, info.name, strlen(info.name)),
      info.size};
  return true;
}

static bool archive_list_entries(Session *s, Archive *a)
{
  zip_int64_t n = zip_get_num_entries(a->zip, 0);
  if (n > s->limit[LIMIT_ENTRIES])
    return refuse_size(s, a->path, LIMIT_ENTRIES, "entries");
  a->entry = arena_array(s->session_arena, (size_t)n, sizeof a->entry[0]);
  uint64_t total = 0;
  for (zip_int64_t i = 0; i < n; i++) {
    if (!list_entry(s, a, (zip_uint64_t)i, &total)) return false;
  }
  return true;
}

static zip_t *open_zip(Session *s, const char *path, uint64_t *size)
{
  struct stat info;
  if (stat(path, &info) != 0) {
    archive_refuse(s, path, strerror(errno));
    return NULL;
  }
  if (!S_ISREG(info.st_mode)) {
    archive_refuse(s, path, "not a file");
    return NULL;
  }
  *size = (uint64_t)info.st_size;
  int code;
  zip_t *zip = zip_open(path, ZIP_RDONLY, &code);
  if (zip) return zip;
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  Diagnostic *d =
      diagnostic_file_error(s, path, E601, "not a readable zip archive: %s",
                            zip_error_strerror(&error));
  size_t n = strlen(path);
  if (n > 3 && strcmp(path + n - 3, ".mo") == 0)
    diagnostic_note(s, d, NO_SPAN, "foucault build %s makes an FMU of it",
                    path);
  zip_error_fini(&error);
  return NULL;
}

Archive *archive_open(Session *s, const char *path)
{
  uint64_t size;
  zip_t *zip = open_zip(s, path, &size);
  if (!zip) return NULL;
  Archive *a = arena_alloc(s->session_arena, sizeof *a);
  *a = (Archive){.path = path, .file_size = size, .zip = zip};
  if (archive_list_entries(s, a)) return a;
  archive_close(a);
  return NULL;
}

void archive_close(Archive *archive)
{
  if (!archive || !archive->zip) return;
  zip_discard(archive->zip);
  archive->zip = NULL;
}

/* --- reading --- */

size_t archive_description_limit(void)
{
  const char *given = getenv("FOUCAULT_DESCRIPTION_LIMIT");
  double megabytes = given ? strtod(given, NULL) : 0;
  bool is_good = megabytes > 0 && megabytes * 1e6 < INT_MAX;
  return is_good ? (size_t)(megabytes * 1e6) : MOST_DESCRIPTION;
}

int archive_find(const Archive *a, const char *name)
{
  for (int i = 0; i < a->n_entries; i++) {
    if (strcmp(a->entry[i].name, name) == 0) return i;
  }
  return -1;
}

char *archive_read(Session *s, const Archive *a, const char *name, size_t limit,
                   size_t *length)
{
  assert(a->zip); /* not closed */
  int index = archive_find(a, name);
  if (index < 0) {
    diagnostic_file_error(s, a->path, E601, "holds no '%s'", name);
    return NULL;
  }
  uint64_t size = a->entry[index].size;
  if (size > limit) {
    diagnostic_file_error(s, a->path, E601,
                          "'%s' is too large: %.0f MB, the limit is %.0f", name,
                          (double)size / 1e6, (double)limit / 1e6);
    return NULL;
  }
  zip_file_t *file = zip_fopen_index(a->zip, (zip_uint64_t)index, 0);
  char *bytes = arena_alloc(s->session_arena, (size_t)size + 1);
  zip_int64_t n = file ? zip_fread(file, bytes, size) : -1;
  /* The checksum is compared when the end is reached. */
  char beyond;
  bool good = n == (zip_int64_t)size && zip_fread(file, &beyond, 1) == 0;
  if (file) zip_fclose(file);
  if (good) {
    *length = (size_t)size;
    return bytes;
  }
  diagnostic_file_error(s, a->path, E601, "'%s' is damaged", name);
  return NULL;
}

char *archive_read_deflated(Session *s, const Archive *a, const char *name,
                            size_t *length)
{
  zip_stat_t info;
  int index = archive_find(a, name);
  zip_uint64_t at = (zip_uint64_t)index;
  bool good = index >= 0 && zip_stat_index(a->zip, at, 0, &info) == 0 &&
              info.comp_method == ZIP_CM_DEFLATE;
  zip_file_t *file =
      good ? zip_fopen_index(a->zip, at, ZIP_FL_COMPRESSED) : NULL;
  char *bytes =
      file ? arena_alloc(s->session_arena, (size_t)info.comp_size) : NULL;
  zip_int64_t n = file ? zip_fread(file, bytes, info.comp_size) : -1;
  if (file) zip_fclose(file);
  if (n >= 0 && (zip_uint64_t)n == info.comp_size) {
    *length = (size_t)n;
    return bytes;
  }
  diagnostic_file_error(s, a->path, E601, "'%s' is missing or damaged", name);
  return NULL;
}

size_t archive_peek(const Archive *a, const char *name, void *bytes, size_t n)
{
  assert(a->zip);
  int index = archive_find(a, name);
  zip_file_t *file =
      index < 0 ? NULL : zip_fopen_index(a->zip, (zip_uint64_t)index, 0);
  if (!file) return 0;
  zip_int64_t got = zip_fread(file, bytes, n);
  zip_fclose(file);
  return got > 0 ? (size_t)got : 0;
}

bool archive_verify(const Archive *a, int index)
{
  assert(index >= 0 && index < a->n_entries);
  zip_file_t *file = zip_fopen_index(a->zip, (zip_uint64_t)index, 0);
  if (!file) return false;
  char piece[PIECE];
  uint64_t done = 0;
  zip_int64_t n;
  while ((n = zip_fread(file, piece, sizeof piece)) > 0) {
    done += (uint64_t)n;
    if (done > a->entry[index].size) break; /* more than it claimed */
  }
  zip_fclose(file);
  return n == 0 && done == a->entry[index].size;
}

/* --- unpacking --- */

/* Makes the folders on the way to a path below `root`. */
static bool make_folders(char *path, size_t root)
{
  assert(path[root] == '/');
  for (char *p = path + root + 1; *p; p++) {
    if (*p != '/') continue;
    *p = '\0';
    bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
    *p = '/';
    if (!made) return false;
  }
  return true;
}

/* Copies an entry to the open file; -1: the entry is damaged, -2: errno. */
static int copy_entry(zip_file_t *from, uint64_t size, int to)
{
  char piece[PIECE];
  uint64_t done = 0;
  for (;;) {
    zip_int64_t n = zip_fread(from, piece, sizeof piece);
    if (n < 0) return -1;
    if (n == 0) return done == size ? 0 : -1;
    done += (uint64_t)n;
    if (done > size) return -1; /* more than it claimed */
    for (zip_int64_t k = 0; k < n;) {
      ssize_t written = write(to, piece + k, (size_t)(n - k));
      if (written < 0 && errno != EINTR) return -2;
      if (written > 0) k += written;
    }
  }
}

/* Some tools write an entry twice. */
static bool is_same_file(const Archive *a, int i, int k)
{
  zip_stat_t x, y;
  return zip_stat_index(a->zip, (zip_uint64_t)i, 0, &x) == 0 &&
         zip_stat_index(a->zip, (zip_uint64_t)k, 0, &y) == 0 &&
         (x.valid & y.valid & ZIP_STAT_CRC) && x.crc == y.crc &&
         a->entry[i].size == a->entry[k].size;
}

static bool extract_file(Session *s, const Archive *a, int index,
                         const char *path)
{
  /* O_EXCL: a second entry of the same name, or a link, is refused. */
  int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0777);
  if (to < 0) {
    int reason = errno;
    zip_int64_t before = zip_name_locate(a->zip, a->entry[index].name, 0);
    if (reason != EEXIST || before >= index) before = -1; /* no earlier one */
    if (before >= 0 && is_same_file(a, (int)before, index)) return true;
    diagnostic_file_error(
        s, a->path, E601, "'%s' cannot be unpacked: %s", a->entry[index].name,
        before >= 0 ? "it is there twice, and differs" : strerror(reason));
    return false;
  }
  zip_file_t *from = zip_fopen_index(a->zip, (zip_uint64_t)index, 0);
  int result = from ? copy_entry(from, a->entry[index].size, to) : -1;
  int reason = errno;
  if (from) zip_fclose(from);
  if (close(to) != 0 && result == 0) {
    result = -2;
    reason = errno;
  }
  if (result == 0) return true;
  diagnostic_file_error(s, a->path, E601, "'%s' cannot be unpacked: %s",
                        a->entry[index].name,
                        result == -1 ? "it is damaged" : strerror(reason));
  return false;
}

/* Of one archive archive_open() has seen the size. A small file takes room on
 * the disk, and time, too. */
static bool archive_has_room(Session *s, const Archive *a)
{
  const double least = 1.0 / 64; /* MiB of a file */
  double before = s->unpacked_mib;
  for (int i = 0; i < a->n_entries; i++)
    s->unpacked_mib += fmax((double)a->entry[i].size / (1 << 20), least);
  if (before == 0 || s->unpacked_mib <= s->limit[LIMIT_TOGETHER]) return true;
  return refuse_size(s, a->path, LIMIT_TOGETHER,
                     "MiB of all archives together");
}

bool archive_extract(Session *s, const Archive *a, const char *folder)
{
  if (!archive_has_room(s, a)) return false;
  for (int i = 0; i < a->n_entries; i++) {
    const char *name = a->entry[i].name;
    assert(!name_fault_of(name)); /* archive_open() has looked at it */
    char *path = arena_printf(session_scratch(s), "%s/%s", folder, name);
    if (!make_folders(path, strlen(folder))) {
      diagnostic_file_error(s, a->path, E601, "'%s' cannot be unpacked: %s",
                            name, strerror(errno));
      return false;
    }
    if (name[strlen(name) - 1] == '/') continue;
    if (!extract_file(s, a, i, path)) return false;
  }
  return true;
}
