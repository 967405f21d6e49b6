/* build_key.c: see build_key.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cache/build_key.h"

#include <assert.h>
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emit/fast/fast_compile.h"
#include "emit/package/c_compile.h"
#include "emit/package/data_folder.h"
#include "emit/package/target.h"
#include "emit/package/tool.h"
#include "emit/text/read_file.h"

/* Raised where entries would be read in another way, or a key made. */
#define FORMAT "foucault build 2"

/* What C compilers and linkers read. */
static const char *const variables[] = {"CPATH",
                                        "C_INCLUDE_PATH",
                                        "LIBRARY_PATH",
                                        "COMPILER_PATH",
                                        "GCC_EXEC_PREFIX",
                                        "LD_LIBRARY_PATH",
                                        "LD_PRELOAD",
                                        "LD_RUN_PATH",
                                        "SOURCE_DATE_EPOCH",
                                        "CCC_OVERRIDE_OPTIONS"};

typedef struct Key {
  Session *s;
  GuidHash hash;
} Key;

/* --- words and numbers --- */

static void key_text(Key *k, const char *text)
{
  guid_add_word(&k->hash, text ? "+" : "-");
  if (text) guid_add_word(&k->hash, text);
}

static void key_bytes(Key *k, const void *bytes, size_t n)
{
  guid_add(&k->hash, &n, sizeof n);
  guid_add(&k->hash, bytes, n);
}

static void key_number(Key *k, long number)
{
  guid_add(&k->hash, &number, sizeof number);
}

static void key_optional(Key *k, OptionalNumber number)
{
  key_number(k, number.given);
  double value = number.given ? number.value : 0;
  guid_add(&k->hash, &value, sizeof value);
}

static void key_texts(Key *k, const char *const *text, int n)
{
  assert(n == 0 || text);
  key_number(k, n);
  for (int i = 0; i < n; i++) key_text(k, text[i]);
}

/* --- files --- */

static bool key_file(Key *k, const char *path)
{
  FileBytes file;
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return false;
  ArenaMark mark = arena_mark(session_scratch(k->s));
  bool good = read_file(session_scratch(k->s), path, &file);
  key_text(k, path);
  if (good) key_bytes(k, file.bytes, file.size);
  arena_release(mark);
  return good;
}

/* templates/page/ and templates/doc/ are for pages: no FMU is made of them. */
static int key_is_visible(const struct dirent *entry)
{
  return entry->d_name[0] != '.' && strcmp(entry->d_name, "page") != 0 &&
         strcmp(entry->d_name, "doc") != 0;
}

static int key_by_bytes(const struct dirent **a, const struct dirent **b)
{
  return strcmp((*a)->d_name, (*b)->d_name);
}

static bool key_folder(Key *k, const char *folder)
{
  struct dirent **entry;
  int n = scandir(folder, &entry, key_is_visible, key_by_bytes);
  bool good = n >= 0;
  for (int i = 0; i < n; i++) {
    ArenaMark mark = arena_mark(session_scratch(k->s));
    good = key_file(k, arena_printf(session_scratch(k->s), "%s/%s", folder,
                                    entry[i]->d_name)) &&
           good;
    arena_release(mark);
    free(entry[i]);
  }
  if (n >= 0) free(entry);
  return good;
}

/* --- the program --- */

/* LAPACK is noted where it is used; C texts are for FMUs with sources. */
static bool key_program(Key *k)
{
  static const char *const folder[] = {"templates", "include", "licenses"};
  static const char *const file[] = {"lib/libfoucault_fmu.a", "lib/export.map"};
  const char *data = data_folder_find(k->s);
  Arena *scratch = session_scratch(k->s);
  if (!data || !key_file(k, "/proc/self/exe")) return false;
  for (size_t i = 0; i < sizeof folder / sizeof folder[0]; i++) {
    if (!key_folder(k, arena_printf(scratch, "%s/%s", data, folder[i])))
      return false;
  }
  for (size_t i = 0; i < sizeof file / sizeof file[0]; i++) {
    if (!key_file(k, arena_printf(scratch, "%s/%s", data, file[i])))
      return false;
  }
  return !fast_compile_is_there() ||
         (key_folder(k, arena_printf(scratch, "%s/fast", data)) &&
          key_file(k, arena_printf(scratch, "%s/lib/runtime%s", data,
                                   target_native()->ending)));
}

/* --- the C compiler --- */

/* Which file it is, not what is in it. */
static void key_tool(Key *k, const char *name)
{
  struct stat info;
  const char *path = tool_find(k->s, name);
  key_text(k, path);
  if (!path || stat(path, &info) != 0) return;
  key_number(k, (long)info.st_size);
  key_number(k, (long)info.st_mtim.tv_sec);
  key_number(k, info.st_mtim.tv_nsec);
}

/* One that makes code for this very processor is not shared by machines. */
static bool is_native(const Tool *c)
{
  for (int i = 0; i < c->n_words; i++) {
    if (strstr(c->word[i], "native")) return true;
  }
  return false;
}

static bool key_compiler(Key *k, const char *named)
{
  Session *s = k->s;
  Tool c = {.s = s, .folder = "/"};
  if (named && strcmp(named, "fast") == 0) named = NULL;
  if (!c_compile_find(&c, named)) /* TinyCC, or there will be an error */
    return fast_compile_is_there();
  if (is_native(&c)) return false;
  key_texts(k, c.word, c.n_words);
  const char *path = tool_find(s, c.word[0]);
  char *real = path ? realpath(path, NULL) : NULL;
  bool good = real && key_file(k, real);
  free(real);
  tool_add(&c, "--version");
  const char *version = good ? tool_output(&c) : NULL;
  key_text(k, version);
  key_tool(k, "as");
  key_tool(k, "ld");
  for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
    key_text(k, getenv(variables[i]));
  return version != NULL;
}

/* --- the request --- */

/* Every field: tests/support/cache.py compares. */
static void key_choice(Key *k, const TranslationChoice *c)
{
  key_number(k, c->ida);
  key_number(k, c->formulas);
  key_number(k, c->cvode);
  key_number(k, c->linear_solver);
  key_texts(k, c->expose.pattern, c->expose.n_patterns);
  key_number(k, c->exchange_only);
  key_number(k, c->scheduled);
  key_number(k, c->input_rates);
  key_number(k, c->reduction);
  key_number(k, c->angles);
  key_number(k, c->projection);
  key_number(k, c->monitors);
  key_number(k, c->circuit);
  key_number(k, c->no_event_proof);
  key_number(k, c->sensitivities);
  key_number(k, c->adjoints);
  key_number(k, c->points);
}

static void key_request(Key *k, const CompileRequest *r)
{
  key_texts(k, r->file, r->n_files);
  key_text(k, r->model);
  key_texts(k, r->set, r->n_set);
  key_texts(k, r->library, r->n_libraries);
  key_text(k, r->library_path);
  key_texts(k, r->allowed, r->n_allowed);
  key_optional(k, r->start);
  key_optional(k, r->stop);
  key_optional(k, r->tolerance);
  key_optional(k, r->step);
  key_choice(k, &r->choice);
  key_number(k, r->at_translation);
  key_number(k, r->in_fmu);
  key_number(k, r->co_simulation);
  key_number(k, r->model_exchange);
  key_number(k, r->scheduled_execution);
  key_number(k, r->fmi);
  key_number(k, r->clocks);
  key_texts(k, r->structural, r->n_structural);
  key_number(k, r->no_loops);
  key_text(k, r->compiler);
  key_number(k, r->page);
  key_number(k, r->travels);
}

/* No others are kept. */
static bool is_plain_build(const CompileRequest *r)
{
  return !r->dump && !r->ends_at_dump && !r->takes_packages && !r->source &&
         !r->icon && r->n_targets == 0 && r->most_variables == 0 && !r->part;
}

static bool key_named(Key *k, const CompileRequest *r)
{
  bool good = true;
  for (int i = 0; i < r->n_files && good; i++) good = key_file(k, r->file[i]);
  return good;
}

bool build_key_make(Session *s, const CompileRequest *request,
                    char key[GUID_SIZE])
{
  char here[PATH_MAX];
  assert(request->n_files == 0 || request->file);
  if (!is_plain_build(request) || !getcwd(here, sizeof here)) return false;
  ArenaMark mark = arena_mark(session_scratch(s));
  Key k = {s, guid_begin()};
  key_text(&k, FORMAT);
  key_text(&k, here);
  key_request(&k, request);
  key_bytes(&k, s->silent, sizeof s->silent);
  key_bytes(&k, s->refused, sizeof s->refused);
  bool good = key_named(&k, request) && key_program(&k) &&
              key_compiler(&k, request->compiler);
  guid_end(&k.hash, key);
  arena_release(mark);
  return good;
}
