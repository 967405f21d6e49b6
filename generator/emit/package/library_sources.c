/* library_sources.c: see library_sources.h. */
#define _POSIX_C_SOURCE 200809L
#include "emit/package/library_sources.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files_seen.h"
#include "base/vector.h"
#include "emit/package/cache_folder.h"
#include "emit/text/guid.h"
#include "emit/text/read_file.h"

typedef struct Sources {
  Session *s;
  const CompileJob *job;
  Arena *arena;
  const char **folder; /* of C files, each once */
  int n_folders, cap_folders;
  const char **option;
  int n_options, cap_options;
  GuidHash hash;     /* of what all of them have in common */
  const char *cache; /* NULL: none */
} Sources;

static bool is_source(const char *path)
{
  size_t n = strlen(path);
  return n > 2 && strcmp(path + n - 2, ".c") == 0;
}

static void add_option(Sources *c, const char *word)
{
  c->option = vector_grow(c->arena, c->option, &c->cap_options,
                          c->n_options + 1, sizeof c->option[0]);
  c->option[c->n_options++] = word;
}

/* --- folders --- */

static void add_folder(Sources *c, const char *path)
{
  const char *slash = strrchr(path, '/');
  size_t n = slash ? (size_t)(slash - path) : 0;
  for (int k = 0; k < c->n_folders; k++) {
    if (strlen(c->folder[k]) == n && strncmp(c->folder[k], path, n) == 0)
      return;
  }
  c->folder = vector_grow(c->arena, c->folder, &c->cap_folders,
                          c->n_folders + 1, sizeof c->folder[0]);
  c->folder[c->n_folders++] = arena_copy_text(c->arena, path, n);
}

static bool library_sources_is_folder(const Sources *c, const char *path,
                                      size_t n)
{
  for (int k = 0; k < c->n_folders; k++) {
    if (strlen(c->folder[k]) == n && strncmp(c->folder[k], path, n) == 0)
      return true;
  }
  return false;
}

/* HAVE_ZLIB of .../zlib. */
static void add_macro(Sources *c, const char *name)
{
  char *word = (char *)arena_printf(c->arena, "-DHAVE_%s=1", name);
  for (char *at = word + strlen("-DHAVE_"); *at && *at != '='; at++) {
    *at = isalnum((unsigned char)*at) ? (char)toupper((unsigned char)*at) : '_';
  }
  add_option(c, word);
}

static void library_sources_add_options(Sources *c)
{
  for (int k = 0; k < c->n_folders; k++) {
    const char *folder = c->folder[k], *slash = strrchr(folder, '/');
    add_option(c, "-I");
    add_option(c, folder);
    if (slash &&
        library_sources_is_folder(c, folder, (size_t)(slash - folder))) {
      add_macro(c, slash + 1);
    }
  }
}

/* --- what is kept --- */

static int library_sources_is_text(const struct dirent *entry)
{
  size_t n = strlen(entry->d_name);
  return n > 2 && (strcmp(entry->d_name + n - 2, ".c") == 0 ||
                   strcmp(entry->d_name + n - 2, ".h") == 0);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
  return strcmp((*a)->d_name, (*b)->d_name);
}

static void hash_folder(Sources *c, const char *folder)
{
  struct dirent **entry;
  int n = scandir(folder, &entry, library_sources_is_text, by_name);
  files_seen_note(c->s, SEEN_SOURCES, folder);
  for (int k = 0; k < n; k++) {
    ArenaMark mark = arena_mark(session_scratch(c->s));
    FileBytes file;
    const char *path =
        arena_printf(session_scratch(c->s), "%s/%s", folder, entry[k]->d_name);
    guid_add_word(&c->hash, entry[k]->d_name);
    files_seen_note(c->s, SEEN_CONTENT, path);
    if (read_file(session_scratch(c->s), path, &file)) {
      guid_add(&c->hash, file.bytes, file.size);
    }
    arena_release(mark);
    free(entry[k]);
  }
  if (n >= 0) free(entry);
}

static void hash_common(Sources *c)
{
  const char *compiler = c->job->compiler ? c->job->compiler : getenv("CC");
  c->hash = guid_begin();
  guid_add_word(&c->hash, c_compile_object_options());
  guid_add_word(&c->hash, compiler ? compiler : "");
  for (int k = 0; k < c->n_options; k++) guid_add_word(&c->hash, c->option[k]);
  for (int k = 0; k < c->n_folders; k++) hash_folder(c, c->folder[k]);
}

static const char *kept_path(Sources *c, const char *source)
{
  assert(c->cache);
  GuidHash hash = c->hash;
  char guid[GUID_SIZE];
  guid_add_word(&hash, source);
  guid_end(&hash, guid);
  return arena_printf(c->arena, "%s/%.36s.o", c->cache, guid + 1);
}

/* --- compiling --- */

/* Under another name first: two runs may compile the same file. */
static const char *library_sources_compile(Sources *c, const char *source,
                                           int number)
{
  const char *made =
      arena_printf(c->arena, "%s/library_%d.o", c->job->folder, number);
  const char *kept = c->cache ? kept_path(c, source) : NULL;
  if (kept && access(kept, R_OK) == 0) return kept;
  if (kept) made = arena_printf(c->arena, "%s.%ld", kept, (long)getpid());
  if (!c_compile_object(c->s, c->job, source, c->option, c->n_options, made)) {
    if (kept) unlink(made);
    return NULL;
  }
  if (!kept) return made;
  return rename(made, kept) == 0 ? kept : made;
}

bool library_sources(Session *s, const CompileJob *job, Arena *arena,
                     const char ***object)
{
  Sources c = {.s = s, .job = job, .arena = arena};
  for (int k = 0; k < job->n_objects; k++) {
    if (is_source(job->object[k])) add_folder(&c, job->object[k]);
  }
  *object = arena_array(arena, (size_t)job->n_objects + 1, sizeof **object);
  if (c.n_folders > 0) {
    library_sources_add_options(&c);
    c.cache = cache_folder(arena);
    hash_common(&c);
  }
  for (int k = 0; k < job->n_objects; k++) {
    const char *path = job->object[k];
    (*object)[k] =
        is_source(path) ? library_sources_compile(&c, path, k) : path;
    if (!(*object)[k]) return false;
  }
  return true;
}
