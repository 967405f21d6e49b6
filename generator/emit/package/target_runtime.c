/* target_runtime.c: compiles the runtime and the solvers, renames their calls of
 * malloc (fmu_runtime/core/solver_memory.h), makes one archive of it. */
#define _XOPEN_SOURCE 700
#include "emit/package/target_runtime.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vector.h"
#include "emit/package/cache_folder.h"
#include "emit/package/target_solvers.h"
#include "emit/package/tool.h"
#include "emit/text/guid.h"
#include "emit/text/read_file.h"
#include "emit/text/write_file.h"

#define SCRIPT_NAME "archive.mri"
#define ARCHIVE_NAME "runtime.a"

/* -g0: left to itself zig writes what a debugger reads, which takes a fifth of
 * its time, and which no FMU keeps. */
static const char compile_options[] =
    "-std=c99 -O2 -g0 -fvisibility=hidden -ffunction-sections -fdata-sections "
    "-w -c";
static const char solver_compile_options[] =
    "-std=gnu99 -O2 -g0 -fvisibility=hidden -ffunction-sections "
    "-fdata-sections -DNTIMER -w -c";
static const char *const renamed[] = {"malloc", "calloc", "realloc", "free"};
enum { N_RENAMED = sizeof renamed / sizeof renamed[0] };
static const char solver_options[] = "-DFOUCAULT_SOLVERS_IN_INSTANCE";
static const char linux_options[] = "-fPIC";
static const char windows_options[] = "-D__USE_MINGW_ANSI_STDIO=1";
static const char web_options[] = "-Os"; /* it is sent by mail */

typedef struct Making {
  Session *s;
  const CompileJob *job;
  const Target *target;
  const SourceNames *sources;
  Arena *arena;
  TargetSolvers solvers;
  const char *entry; /* templates/page/entry.c, for pages; NULL: none */
} Making;

/* --- compiling --- */

static const char *system_options(const Making *m)
{
  switch (m->target->system) {
  case TARGET_WINDOWS: return windows_options;
  case TARGET_WEB: return web_options;
  case TARGET_LINUX:
  case TARGET_DARWIN: break;
  }
  return linux_options;
}

static const char *source_path(const Making *m, const char *name)
{
  return arena_printf(m->arena, "%s/source/%s", m->job->data_folder, name);
}

/* The compiler may have headers of another SUNDIALS (this machine's), so these
 * come first; after its own where there is a C library beside them, of which
 * other headers are in place already. */
static void add_header_folder(const Making *m, Tool *c, const char *place)
{
  const char *folder = arena_printf(
      m->arena, "%s%s", m->solvers.sysroot ? m->solvers.sysroot : "", place);
  const char *libc = arena_printf(m->arena, "%s/stdio.h", folder);
  bool is_alone = m->solvers.sysroot && access(libc, R_OK) != 0;
  tool_add(c, is_alone ? "-isystem" : "-idirafter");
  tool_add(c, folder);
}

static void add_headers(const Making *m, Tool *c)
{
  static const char *const place[] = {
      "/include",           "/include/suitesparse",
      "/usr/include",       "/usr/include/suitesparse",
      "/usr/local/include", "/usr/local/include/suitesparse"};
  for (size_t k = 0; k < sizeof place / sizeof place[0]; k++) {
    add_header_folder(m, c, place[k]);
  }
  /* Debian's SUNDIALS 7 includes the header of MPI. */
  add_header_folder(m, c,
                    arena_printf(m->arena, "/usr/lib/%s/openmpi/include",
                                 m->target->triplet));
}

static bool has_solvers(const Making *m)
{
  return m->solvers.n_archives > 0 || m->solvers.source.n > 0;
}

/* The headers of the sources; those of archives are in usual places. */
static void add_solver_headers(const Making *m, Tool *c)
{
  if (m->solvers.n_archives > 0) add_headers(m, c);
  for (int k = 0; k < m->solvers.include.n; k++) {
    tool_add(c, "-isystem");
    tool_add(c, m->solvers.include.path[k]);
  }
}

/* One file; zig compiles one at a time. `add` adds its options. */
static bool compile_file(const Making *m, const char *path,
                         void (*add)(const Making *m, Tool *c))
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  Tool c = {.s = m->s, .folder = m->job->folder};
  bool ok = c_compile_begin(m->s, m->job, &c);
  if (ok) {
    add(m, &c);
    tool_add(&c, path);
    ok = tool_run(&c, "the C compiler");
  }
  arena_release(mark);
  return ok;
}

static void add_runtime_options(const Making *m, Tool *c)
{
  tool_add_words(c, compile_options);
  tool_add_words(c, system_options(m));
  if (!has_solvers(m)) return;
  tool_add(c, solver_options);
  add_solver_headers(m, c);
}

static void add_entry_options(const Making *m, Tool *c)
{
  tool_add_words(c, compile_options);
  tool_add_words(c, system_options(m));
  tool_add(c, "-I");
  tool_add(c, source_path(m, ""));
}

/* Sources need no objcopy: the preprocessor renames their calls. */
static void add_solver_options(const Making *m, Tool *c)
{
  tool_add_words(c, solver_compile_options);
  tool_add_words(c, system_options(m));
  for (size_t i = 0; i < N_RENAMED; i++) {
    tool_add(c, arena_printf(session_scratch(m->s), "-D%s=foucault_solver_%s",
                             renamed[i], renamed[i]));
  }
  add_solver_headers(m, c);
}

static bool target_runtime_compile(const Making *m)
{
  bool ok = true;
  for (int k = 0; k < m->sources->n_names && ok; k++) {
    const char *name = m->sources->name[k];
    if (!sources_is_compiled(name)) continue;
    ok = compile_file(m, source_path(m, name), add_runtime_options);
  }
  for (int k = 0; k < m->solvers.source.n && ok; k++) {
    ok = compile_file(m, m->solvers.source.path[k], add_solver_options);
  }
  if (ok && m->entry) ok = compile_file(m, m->entry, add_entry_options);
  return ok;
}

/* --- the archive --- */

/* Companions of the compiler, in the same package. */
static bool rename_calls(const Making *m, int k)
{
  Tool tool = {.s = m->s, .folder = m->job->folder};
  tool_add(&tool, arena_printf(m->arena, "%s-objcopy", m->target->triplet));
  for (size_t i = 0; i < N_RENAMED; i++) {
    tool_add(&tool, "--redefine-sym");
    tool_add(&tool, arena_printf(m->arena, "%s=foucault_solver_%s", renamed[i],
                                 renamed[i]));
  }
  tool_add(&tool, m->solvers.archive[k]);
  tool_add(&tool, arena_printf(m->arena, "%s.a", m->solvers.name[k]));
  return tool_run(&tool, "the tool");
}

/* The compiler leaves all objects in one folder: names without rooms. */
static const char *object_stem(const char *name)
{
  const char *slash = strrchr(name, '/');
  return slash ? slash + 1 : name;
}

static void write_module(FILE *out, const char *source)
{
  const char *name = object_stem(source);
  fprintf(out, "ADDMOD %.*s.o\n", (int)strlen(name) - 2, name);
}

/* What ar reads. Its scripts know no quoting: plain names in its folder. */
static bool write_script(const Making *m)
{
  const char *path = arena_printf(m->arena, "%s/" SCRIPT_NAME, m->job->folder);
  FILE *out = fopen(path, "w");
  if (!out) return write_file_failed(m->s, path);
  fprintf(out, "CREATE " ARCHIVE_NAME "\n");
  for (int k = 0; k < m->sources->n_names; k++) {
    const char *name = m->sources->name[k];
    if (!sources_is_compiled(name)) continue;
    write_module(out, name);
  }
  for (int k = 0; k < m->solvers.source.n; k++) {
    write_module(out, m->solvers.source.path[k]);
  }
  for (int k = 0; k < m->solvers.n_archives; k++) {
    fprintf(out, "ADDLIB %s.a\n", m->solvers.name[k]);
  }
  if (m->entry) write_module(out, m->entry);
  fprintf(out, "SAVE\nEND\n");
  return fclose(out) == 0 || write_file_failed(m->s, path);
}

static bool target_runtime_collect(const Making *m)
{
  Tool tool = {.s = m->s, .folder = m->job->folder, .input = SCRIPT_NAME};
  tool_add_words(&tool, m->job->archiver);
  tool_add(&tool, "-M");
  return write_script(m) && tool_run(&tool, "the tool");
}

/* The path of the archive in the work folder; NULL after an error. */
static const char *target_runtime_make(const Making *m)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  bool ok = target_runtime_compile(m);
  for (int k = 0; k < m->solvers.n_archives && ok; k++) ok = rename_calls(m, k);
  ok = ok && target_runtime_collect(m);
  arena_release(mark);
  if (!ok) return NULL;
  return arena_printf(m->arena, "%s/" ARCHIVE_NAME, m->job->folder);
}

/* --- what is kept --- */

static bool hash_file(const Making *m, GuidHash *hash, const char *path)
{
  FileBytes file;
  ArenaMark mark = arena_mark(session_scratch(m->s));
  bool ok = read_file(session_scratch(m->s), path, &file);
  if (ok)
    guid_add(hash, file.bytes, file.size);
  else
    diagnostic_file_error(m->s, path, E504, "the file cannot be read: %s",
                          strerror(errno));
  arena_release(mark);
  return ok;
}

static bool hash_all(const Making *m, char guid[GUID_SIZE])
{
  GuidHash hash = guid_begin();
  guid_add_word(&hash, m->job->compiler);
  guid_add_word(&hash, compile_options);
  guid_add_word(&hash, system_options(m));
  guid_add_word(&hash, has_solvers(m) ? solver_options : "");
  guid_add_word(&hash, solver_compile_options);
  for (int k = 0; k < m->sources->n_names; k++) {
    guid_add_word(&hash, m->sources->name[k]);
    if (!hash_file(m, &hash, source_path(m, m->sources->name[k]))) return false;
  }
  for (int k = 0; k < m->solvers.n_archives; k++) {
    if (!hash_file(m, &hash, m->solvers.archive[k])) return false;
  }
  for (int k = 0; k < m->solvers.source.n; k++) {
    if (!hash_file(m, &hash, m->solvers.source.path[k])) return false;
  }
  if (m->entry && !hash_file(m, &hash, m->entry)) return false;
  guid_end(&hash, guid);
  return true;
}

/* The cache may be on another disk: the file is copied, under another name
 * first, since two runs may make the same archive. */
static bool target_runtime_keep(const Making *m, const char *made,
                                const char *kept)
{
  FileBytes file;
  const char *beside = arena_printf(m->arena, "%s.%ld", kept, (long)getpid());
  if (!read_file(m->arena, made, &file)) return false;
  FILE *out = fopen(beside, "wb");
  if (!out) return false;
  bool ok = fwrite(file.bytes, 1, file.size, out) == file.size;
  ok = fclose(out) == 0 && ok && rename(beside, kept) == 0;
  if (!ok) unlink(beside);
  return ok;
}

/* What cannot be kept is made again the next time. */
static const char *make_or_find(const Making *m, const char guid[GUID_SIZE])
{
  const char *cache = cache_folder(m->arena), *kept = NULL;
  if (cache) kept = arena_printf(m->arena, "%s/%.36s.a", cache, guid + 1);
  if (kept && access(kept, R_OK) == 0) return kept;
  const char *made = target_runtime_make(m);
  return made && kept && target_runtime_keep(m, made, kept) ? kept : made;
}

/* Said before anything else that may be missing. */
static bool has_compiler(const Making *m)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  Tool c = {.s = m->s, .folder = m->job->folder};
  bool found = c_compile_begin(m->s, m->job, &c);
  arena_release(mark);
  return found;
}

const char *target_runtime(Session *s, const CompileJob *job,
                           const ReducedSystem *reduced,
                           const SourceNames *sources, Arena *arena)
{
  assert(sources->n_names > 0);
  assert(job->target && job->target->triplet);
  assert(job->compiler && job->archiver);
  char guid[GUID_SIZE];
  Making m = {.s = s,
              .job = job,
              .target = job->target,
              .sources = sources,
              .arena = arena};
  if (!has_compiler(&m) ||
      !target_solvers_find(s, job->target, job->data_folder, reduced, arena,
                           &m.solvers)) {
    return NULL;
  }
  SourceNames all = {0};
  if (m.solvers.list) {
    if (!sources_list(s, job->data_folder, NULL, &all)) return NULL;
    m.sources = &all;
  }
  if (job->target->system == TARGET_WEB)
    m.entry =
        arena_printf(arena, "%s/templates/page/entry.c", job->data_folder);
  if (!hash_all(&m, guid)) return NULL;
  return make_or_find(&m, guid);
}
