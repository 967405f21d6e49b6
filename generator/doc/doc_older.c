/* doc_older.c: see doc_older.h. */
#define _POSIX_C_SOURCE 200809L
#include "doc/doc_older.h"

#include <assert.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/vector.h"
#include "emit/text/read_file.h"

/* The pages of an older site, without ".html", sorted. */
typedef struct OlderPages {
  const char **name;
  int n, capacity;
  bool is_site;
} OlderPages;

static int doc_older_compare(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* After the text in quotes that begins here, if it does. */
static const char *skip_text(const char *at)
{
  if (*at != '"') return at;
  for (at++; *at && *at != '"'; at++)
    if (*at == '\\' && at[1]) at++;
  return *at ? at + 1 : at;
}

/* Of a line ["name",parent,"kind","page","description"]: the page, or NULL. */
static const char *page_of_line(Arena *arena, const char *line)
{
  if (line[0] != '[' || line[1] != '"') return NULL;
  const char *at = skip_text(line + 1);
  at += strspn(at, ",-0123456789");
  at = skip_text(at);
  if (at[0] != ',' || at[1] != '"') return NULL;
  size_t n = strcspn(at + 2, "\"\n");
  return arena_copy_text(arena, at + 2, n);
}

static OlderPages read_older_pages(Session *s, const char *path)
{
  Arena *arena = session_scratch(s);
  OlderPages pages = {0};
  FileBytes file;
  if (!read_file(arena, arena_printf(arena, "%s/" DOC_TREE_FILE, path), &file))
    return pages;
  size_t begin = strlen(DOC_TREE_BEGIN);
  if (strncmp(file.bytes, DOC_TREE_BEGIN, begin) != 0) return pages;
  pages.is_site = true;
  const char *line = file.bytes + begin;
  while (*line) {
    const char *name = page_of_line(arena, line);
    if (name) {
      pages.name = vector_grow(arena, pages.name, &pages.capacity, pages.n + 1,
                               sizeof pages.name[0]);
      pages.name[pages.n++] = name;
    }
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
  if (pages.n > 0)
    qsort(pages.name, (size_t)pages.n, sizeof pages.name[0], doc_older_compare);
  return pages;
}

static bool is_of_each_site(const char *name)
{
  static const char *const known[] = {".",      "..",         "doc.css",
                                      "doc.js", "index.html", DOC_TREE_FILE,
                                      "icons",  "pictures"};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    if (strcmp(name, known[k]) == 0) return true;
  return false;
}

static bool is_older_page(Arena *arena, const OlderPages *pages,
                          const char *name)
{
  size_t n = strlen(name);
  if (pages->n == 0 || n <= 5 || strcmp(name + n - 5, ".html") != 0)
    return false;
  const char *plain = arena_copy_text(arena, name, n - 5);
  return bsearch(&plain, pages->name, (size_t)pages->n, sizeof pages->name[0],
                 doc_older_compare) != NULL;
}

/* The first in the folder that is not of an older site; NULL: there is none. */
static const char *find_foreign(Session *s, DIR *folder,
                                const OlderPages *pages)
{
  Arena *arena = session_scratch(s);
  struct dirent *entry;
  while ((entry = readdir(folder))) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    if (pages->is_site &&
        (is_of_each_site(name) || is_older_page(arena, pages, name))) {
      continue;
    }
    return arena_copy_text(s->session_arena, name, strlen(name));
  }
  return NULL;
}

bool doc_older_may_go(Session *s, const char *path)
{
  struct stat info;
  assert(path[0] != '\0');
  if (lstat(path, &info) != 0) return true;
  DIR *folder = opendir(path);
  if (!folder) {
    diagnostic_file_error(s, path, E501,
                          "it is there, and is not a folder of documentation: "
                          "give -o another name");
    return false;
  }
  ArenaMark mark = arena_mark(session_scratch(s));
  OlderPages pages = read_older_pages(s, path);
  const char *foreign = find_foreign(s, folder, &pages);
  closedir(folder);
  arena_release(mark);
  if (!foreign) return true;
  if (pages.is_site)
    diagnostic_file_error(s, path, E501,
                          "'%s' in it is not of the documentation that was "
                          "written there, and would be lost: give -o another "
                          "folder",
                          foreign);
  else
    diagnostic_file_error(s, path, E501,
                          "it is there, and is no documentation of a library: "
                          "give -o another folder");
  return false;
}
