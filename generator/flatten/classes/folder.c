/* folder.c: directories as lists of class names. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "flatten/classes/folder.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files_seen.h"
#include "base/vector.h"
#include "flatten/flat/name_map.h"

#define LONGEST_ORDER (1 << 20) /* bytes of package.order that are read */

/* --- names --- */

static bool is_identifier(const char *text, size_t n)
{
  if (n == 0 || isdigit((unsigned char)text[0])) return false;
  for (size_t i = 0; i < n; i++) {
    if (!isalnum((unsigned char)text[i]) && text[i] != '_') return false;
  }
  return true;
}

/* The identifier a file name stands for; what is none is meant in quotes. */
static Name folder_class_name(Session *s, const char *text, size_t n)
{
  bool quoted = n > 2 && text[0] == '\'' && text[n - 1] == '\'';
  if (quoted || is_identifier(text, n)) return session_name_n(s, text, n);
  ArenaMark mark = arena_mark(session_scratch(s));
  char *name = arena_printf(session_scratch(s), "'%.*s'", (int)n, text);
  Name result = session_name(s, name);
  arena_release(mark);
  return result;
}

/* Hidden files, package.mo and what carries another ending are not classes. */
static bool folder_make_entry(Session *s, const char *folder, const char *file,
                              bool versions, FolderEntry *entry)
{
  size_t n = strlen(file);
  bool is_file = n > 3 && strcmp(file + n - 3, ".mo") == 0;
  if (file[0] == '.' || strcmp(file, "package.mo") == 0) return false;
  size_t stem = is_file ? n - 3 : n;
  size_t space = versions ? strcspn(file, " ") : stem;
  if (space > stem) space = stem;
  if (!is_file && memchr(file, '.', space)) return false;
  const char *version = "";
  if (space + 1 < stem) {
    version =
        arena_copy_text(s->syntax_arena, file + space + 1, stem - space - 1);
  }
  assert(space <= stem && stem <= n);
  *entry = (FolderEntry){
      .name = folder_class_name(s, file, space),
      .version = version,
      .path = arena_printf(s->syntax_arena, "%s/%s", folder, file),
      .is_file = is_file};
  return true;
}

/* --- listing --- */

static int folder_compare(const void *a, const void *b)
{
  const FolderEntry *left = a, *right = b;
  int order = strcmp(left->name, right->name);
  if (order == 0) order = strcmp(left->version, right->version);
  return order != 0 ? order : right->is_file - left->is_file;
}

static void folder_list(Session *s, Folder *folder, DIR *directory,
                        bool versions)
{
  int capacity = 0;
  const struct dirent *file;
  while ((file = readdir(directory))) {
    FolderEntry entry;
    if (!folder_make_entry(s, folder->path, file->d_name, versions, &entry))
      continue;
    folder->entry = vector_grow(s->syntax_arena, folder->entry, &capacity,
                                folder->n_entries + 1, sizeof folder->entry[0]);
    folder->entry[folder->n_entries++] = entry;
  }
  if (folder->n_entries > 0) {
    qsort(folder->entry, (size_t)folder->n_entries, sizeof folder->entry[0],
          folder_compare);
  }
}

static Folder *create(Session *s, const char *path)
{
  Folder *folder = arena_alloc(s->syntax_arena, sizeof *folder);
  folder->path = arena_copy_text(s->syntax_arena, path, strlen(path));
  return folder;
}

Folder *folder_read(Session *s, const char *path, bool versions)
{
  Folder *folder = create(s, path);
  DIR *directory = opendir(path);
  files_seen_note(s, SEEN_CLASSES, path);
  if (!directory) {
    folder->error = errno;
    return folder;
  }
  folder_list(s, folder, directory, versions);
  closedir(directory);
  return folder;
}

Folder *folder_of_package(Session *s, const char *path)
{
  Folder *folder = create(s, path);
  char *real = realpath(path, NULL);
  files_seen_note(s, SEEN_REAL, path);
  const char *slash = real ? strrchr(real, '/') : NULL;
  FolderEntry entry;
  if (slash && folder_make_entry(s, "", slash + 1, true, &entry)) {
    entry.path = folder->path;
    folder->entry = arena_alloc(s->syntax_arena, sizeof entry);
    folder->entry[0] = entry;
    folder->n_entries = 1;
  }
  free(real);
  return folder;
}

FolderEntry *folder_find(const Folder *folder, Name name, int *n)
{
  int low = 0, high = folder->n_entries;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (strcmp(folder->entry[middle].name, name) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  assert(low == folder->n_entries ||
         strcmp(folder->entry[low].name, name) >= 0);
  *n = 0;
  while (low + *n < folder->n_entries && folder->entry[low + *n].name == name) {
    (*n)++;
  }
  return *n > 0 ? &folder->entry[low] : NULL;
}

/* --- the disk --- */

bool folder_is_file(Session *s, const char *path)
{
  struct stat status;
  files_seen_note(s, SEEN_KIND, path);
  return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool folder_has_package(Session *s, const char *path)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  bool has = folder_is_file(
      s, arena_printf(session_scratch(s), "%s/package.mo", path));
  arena_release(mark);
  return has;
}

bool folder_holds_class(Session *s, const FolderEntry *entry)
{
  return entry->is_file ? folder_is_file(s, entry->path)
                        : folder_has_package(s, entry->path);
}

/* --- package.order --- */

typedef struct Names {
  Session *s;
  const Folder *folder;
  NameMap seen;
  Name *name;
  int n, capacity;
} Names;

static void folder_add_name(Names *names, Name name)
{
  int n;
  FolderEntry *entry = folder_find(names->folder, name, &n);
  if (!entry || name_map_find(&names->seen, 0, name)) return;
  bool holds = false;
  for (int i = 0; i < n && !holds; i++)
    holds = folder_holds_class(names->s, &entry[i]);
  if (!holds) return;
  name_map_add(&names->seen, 0, name, entry);
  names->name = vector_grow(names->s->syntax_arena, names->name,
                            &names->capacity, names->n + 1, sizeof(Name));
  names->name[names->n++] = name;
}

/* One identifier a line; what does not name a stored class is in the text of
 * package.mo and has its place there. */
static void add_ordered(Names *names, char *text)
{
  while (*text) {
    size_t n = strcspn(text, "\r\n");
    size_t end = n;
    while (end > 0 && isspace((unsigned char)text[end - 1])) end--;
    if (end > 0) folder_add_name(names, session_name_n(names->s, text, end));
    text += n;
    text += strspn(text, "\r\n");
  }
}

static void read_order(Names *names, const char *path)
{
  if (!folder_is_file(names->s, path)) return;
  files_seen_note(names->s, SEEN_CONTENT, path);
  FILE *in = fopen(path, "rb");
  if (!in) return;
  char *text = arena_alloc(session_scratch(names->s), LONGEST_ORDER + 1);
  size_t n = fread(text, 1, LONGEST_ORDER, in);
  text[n] = '\0';
  fclose(in);
  add_ordered(names, text);
}

const Name *folder_names(Session *s, const Folder *folder, int *n)
{
  Names names = {.s = s, .folder = folder};
  ArenaMark mark = arena_mark(session_scratch(s));
  name_map_init(&names.seen, s->syntax_arena);
  read_order(&names, arena_printf(session_scratch(s), "%s/package.order",
                                  folder->path));
  for (int i = 0; i < folder->n_entries; i++)
    folder_add_name(&names, folder->entry[i].name);
  arena_release(mark);
  *n = names.n;
  return names.name;
}
