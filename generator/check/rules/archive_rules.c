/* archive_rules.c: FMI 2.0.5, section 2.3, on the records of the archive. */
#define _XOPEN_SOURCE 700
#include "check/rules/archive_rules.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check/rules/zip_records.h"

enum {
  FLAG_ENCRYPTED = 1,
  FLAG_BIT3 = 8,
  METHOD_STORE = 0,
  METHOD_DEFLATE = 8,
  VERSION_LIMIT = 20,
  MADE_ON_UNIX = 3
};

/* --- one entry --- */

static bool is_below(const char *name, const char *folder)
{
  return strncmp(name, folder, strlen(folder)) == 0;
}

/* Why the name must not be unpacked; NULL: it may. */
static const char *path_fault(const char *name)
{
  if (!*name) return "an empty name";
  if (name[0] == '/') return "an absolute name";
  if (strchr(name, ':')) return "a name with ':'";
  for (const char *part = name; *part;) {
    size_t n = strcspn(part, "/");
    if (n == 2 && part[0] == '.' && part[1] == '.') return "a name with '..'";
    if (n == 1 && part[0] == '.') return "a name with '.'";
    if (n == 0) return "a name with '//'";
    part += n + (part[n] == '/');
  }
  for (const char *c = name; *c; c++) {
    if ((unsigned char)*c < 0x20 || *c == 0x7F) return "a control character";
  }
  return NULL;
}

static bool is_ascii(const char *name)
{
  for (; *name; name++) {
    if ((unsigned char)*name >= 0x80) return false;
  }
  return true;
}

static void archive_rules_name_rules(Findings *f, const ZipRecord *r)
{
  if (strchr(r->name, '\\')) {
    finding_at(f, RULE_ARCHIVE_BACKSLASH, r->name,
               "the name is divided by backslashes");
  }
  const char *fault = path_fault(r->name);
  if (fault) finding_at(f, RULE_ARCHIVE_PATH, r->name, "%s", fault);
  if (!is_ascii(r->name)) {
    finding_at(f, RULE_ARCHIVE_NAME, r->name, "the name is not plain ASCII");
  }
  unsigned kind = (r->attributes >> 16) & S_IFMT;
  if (r->made_by >> 8 == MADE_ON_UNIX && kind != 0 && kind != S_IFREG &&
      kind != S_IFDIR) {
    finding_at(f, RULE_ARCHIVE_LINK, r->name, "%s",
               kind == S_IFLNK ? "a symbolic link"
                               : "a device, pipe or socket");
  }
}

static void packing_rules(Findings *f, const ZipRecord *r)
{
  if ((r->flags | r->header_flags) & FLAG_ENCRYPTED) {
    finding_at(f, RULE_ARCHIVE_ENCRYPTED, r->name, "the entry is encrypted");
  }
  if (r->method != METHOD_STORE && r->method != METHOD_DEFLATE) {
    finding_at(f, RULE_ARCHIVE_METHOD, r->name, "compression method %u",
               r->method);
  }
  unsigned needed = r->needed & 0xFF;
  if (r->has_header && (r->header_needed & 0xFF) > needed) {
    needed = r->header_needed & 0xFF;
  }
  if (needed > VERSION_LIMIT) {
    finding_at(f, RULE_ARCHIVE_ZIP_VERSION, r->name,
               "version %u.%u of zip is needed", needed / 10, needed % 10);
  }
  if ((r->flags & FLAG_BIT3) && r->method != METHOD_DEFLATE) {
    finding_at(f, RULE_ARCHIVE_BIT3, r->name, "bit 3 with method %u",
               r->method);
  }
}

static void header_rules(Findings *f, const ZipRecord *r)
{
  const char *what = NULL;
  bool sizes_follow = (r->header_flags & FLAG_BIT3) != 0;
  if (!r->has_header)
    what = "there is no header where the directory says";
  else if (!r->same_name)
    what = "the header before it has another name";
  else if (r->header_method != r->method)
    what = "the header before it has another method";
  else if (!sizes_follow &&
           (r->header_crc != r->crc || r->header_size != r->size ||
            r->header_packed != r->packed))
    what = "the header before it has other sizes or another checksum";
  if (what) finding_at(f, RULE_ARCHIVE_HEADER, r->name, "%s", what);
}

/* --- all names --- */

static int compare_folded(const void *a, const void *b)
{
  const char *x = *(const char *const *)a, *y = *(const char *const *)b;
  int order = strcasecmp(x, y);
  return order ? order : strcmp(x, y);
}

/* A file cannot be unpacked into another file. */
static void archive_rules_below_file(Findings *f, const char *const *name,
                                     int n, const char *entry)
{
  char *above = arena_copy_text(f->s->session_arena, entry, strlen(entry));
  for (char *slash = strchr(above + 1, '/'); slash && slash[1];
       slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    const char *key = above;
    if (bsearch(&key, name, (size_t)n, sizeof name[0], compare_folded)) {
      finding_at(f, RULE_ARCHIVE_DUPLICATE, entry,
                 "'%s' is a file and a folder", above);
      return;
    }
    *slash = '/';
  }
}

static void twin_rules(Findings *f, const ZipRecords *z)
{
  Arena *arena = f->s->session_arena;
  const char **name = arena_array(arena, (size_t)z->n, sizeof name[0]);
  for (int i = 0; i < z->n; i++) name[i] = z->item[i].name;
  qsort(name, (size_t)z->n, sizeof name[0], compare_folded);
  for (int i = 0; i < z->n; i++)
    if (name[i][0]) archive_rules_below_file(f, name, z->n, name[i]);
  for (int i = 1; i < z->n; i++) {
    if (strcmp(name[i], name[i - 1]) == 0) {
      finding_at(f, RULE_ARCHIVE_DUPLICATE, name[i], "the name is there twice");
    } else if (strcasecmp(name[i], name[i - 1]) == 0) {
      finding_at(f, RULE_ARCHIVE_CASE, name[i], "'%s' is there too",
                 name[i - 1]);
    }
  }
}

/* --- the file --- */

static void record_rules(Findings *f, const char *path,
                         const unsigned char *bytes, uint64_t length)
{
  ZipRecords z = zip_records_read(f->s->session_arena, bytes, length);
  if (z.fault) finding_at(f, RULE_ARCHIVE_UNREADABLE, path, "%s", z.fault);
  if (z.spanned) {
    finding_at(f, RULE_ARCHIVE_SPANNED, path, "the archive has several parts");
  }
  for (int i = 0; i < z.n; i++) {
    archive_rules_name_rules(f, &z.item[i]);
    packing_rules(f, &z.item[i]);
    header_rules(f, &z.item[i]);
  }
  twin_rules(f, &z);
}

static bool map_and_judge(Findings *f, const char *path)
{
  int file = open(path, O_RDONLY | O_NONBLOCK); /* a pipe may have no end */
  struct stat info;
  if (file < 0 || fstat(file, &info) != 0)
    return finding_at(f, RULE_ARCHIVE_FILE, path, "%s", strerror(errno));
  if (!S_ISREG(info.st_mode)) {
    close(file);
    return finding_at(f, RULE_ARCHIVE_FILE, path, "it is not a file");
  }
  if (info.st_size == 0) {
    close(file);
    return finding_at(f, RULE_ARCHIVE_UNREADABLE, path, "the file is empty");
  }
  size_t length = (size_t)info.st_size;
  void *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED) {
    return finding_at(f, RULE_ARCHIVE_FILE, path, "the file cannot be read");
  }
  record_rules(f, path, bytes, length);
  munmap(bytes, length);
  return true;
}

/* What libzip complained about becomes a finding of its own. */
static void take_diagnostics(Findings *f, int from, RuleId rule,
                             const char *where)
{
  assert(from >= 0 && from <= f->s->n_diagnostics);
  Session *s = f->s;
  for (int i = from; i < s->n_diagnostics; i++) {
    finding_at(f, rule, where, "%s", s->diagnostic[i]->message);
  }
  s->n_diagnostics = s->n_printed = from;
}

static void unpack_rules(Findings *f, Archive *a)
{
  for (int i = 0; i < a->n_entries; i++) {
    if (archive_verify(a, i)) continue;
    finding_at(f, RULE_ARCHIVE_DAMAGED, a->entry[i].name,
               "the entry cannot be unpacked or its checksum is wrong");
  }
}

static bool is_dangerous(const Findings *f)
{
  static const RuleId fatal[] = {
      RULE_ARCHIVE_FILE,      RULE_ARCHIVE_UNREADABLE, RULE_ARCHIVE_PATH,
      RULE_ARCHIVE_BACKSLASH, RULE_ARCHIVE_LINK,       RULE_ARCHIVE_ENCRYPTED,
      RULE_ARCHIVE_DUPLICATE, RULE_ARCHIVE_DAMAGED,    RULE_ARCHIVE_SIZE};
  for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++) {
    if (f->n_of_rule[fatal[i]] > 0) return true;
  }
  return false;
}

Archive *archive_rules(Findings *f, const char *path)
{
  const char *dot = strrchr(path, '.');
  if (!dot || strcmp(dot, ".fmu") != 0) {
    finding_at(f, RULE_ARCHIVE_EXTENSION, path,
               "the file name does not end in .fmu");
  }
  if (!map_and_judge(f, path) || is_dangerous(f)) return NULL;
  int before = f->s->n_diagnostics;
  Archive *a = archive_open(f->s, path);
  if (!a) {
    assert(f->s->n_diagnostics > before); /* it has said why */
    take_diagnostics(f, before, RULE_ARCHIVE_SIZE, path);
    return NULL;
  }
  unpack_rules(f, a);
  if (!is_dangerous(f)) return a;
  archive_close(a);
  return NULL;
}

/* --- what is inside --- */

static bool is_top_name(const char *name, size_t n)
{
  static const char *const known[] = {"modelDescription.xml",
                                      "model.png",
                                      "documentation",
                                      "sources",
                                      "binaries",
                                      "resources",
                                      "extra",
                                      "terminalsAndIcons",
                                      "licenses"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strlen(known[i]) == n && memcmp(known[i], name, n) == 0) return true;
  }
  return false;
}

static bool archive_rules_has_folder(const Archive *a, const char *folder)
{
  size_t n = strlen(folder);
  for (int i = 0; i < a->n_entries; i++) {
    if (is_below(a->entry[i].name, folder) && a->entry[i].name[n]) return true;
  }
  return false;
}

static void top_rules(Findings *f, const Archive *a)
{
  for (int i = 0; i < a->n_entries; i++) {
    const char *name = a->entry[i].name;
    size_t n = strcspn(name, "/");
    if (!is_top_name(name, n)) {
      finding_at(f, RULE_ARCHIVE_TOP, name,
                 "'%.*s' is not a name of the standard", (int)n, name);
    }
  }
}

static void extra_rules(Findings *f, const Archive *a)
{
  for (int i = 0; i < a->n_entries; i++) {
    const char *name = a->entry[i].name;
    if (!is_below(name, "extra/") || !name[6]) continue;
    const char *folder = name + 6;
    size_t n = strcspn(folder, "/");
    if (!folder[n] || !memchr(folder, '.', n)) {
      finding_at(f, RULE_ARCHIVE_EXTRA, name,
                 "'%.*s' is not a reverse domain name", (int)n, folder);
    }
  }
}

static void icon_rules(Findings *f, const Archive *a)
{
  static const char head[] = "\x89PNG\r\n\x1A\n";
  if (archive_find(a, "model.png") < 0) return;
  char bytes[8];
  if (archive_peek(a, "model.png", bytes, sizeof bytes) < sizeof bytes ||
      memcmp(bytes, head, sizeof bytes) != 0) {
    finding_at(f, RULE_ICON, "model.png", "the file is not a PNG picture");
  }
}

static void documentation_rules(Findings *f, const Archive *a)
{
  if (archive_rules_has_folder(a, "documentation/") &&
      archive_find(a, "documentation/index.html") < 0 &&
      archive_find(a, "documentation/_main.html") < 0) {
    finding_at(f, RULE_DOCUMENTATION, "documentation/",
               "there is no index.html");
  }
  if (archive_rules_has_folder(a, "documentation/licenses/") &&
      archive_find(a, "documentation/licenses/license.txt") < 0 &&
      archive_find(a, "documentation/licenses/license.html") < 0) {
    finding_at(f, RULE_LICENSES, "documentation/licenses/",
               "there is no license.txt or license.html");
  }
}

void archive_contents_rules(Findings *f, const Archive *a)
{
  assert(!is_dangerous(f)); /* archive_rules() has let it pass */
  top_rules(f, a);
  extra_rules(f, a);
  icon_rules(f, a);
  documentation_rules(f, a);
}
