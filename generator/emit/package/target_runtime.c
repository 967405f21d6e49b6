/* target_runtime.c: compiles the runtime, renames the solvers' calls of malloc
 * (fmu_runtime/core/solver_memory.h), puts all of it into one archive. */
#define _XOPEN_SOURCE 700
#include "emit/package/target_runtime.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vector.h"
#include "emit/package/cache_folder.h"
#include "emit/package/tool.h"
#include "emit/text/guid.h"
#include "emit/text/read_file.h"
#include "emit/text/write_file.h"

#define SCRIPT_NAME "archive.mri"
#define ARCHIVE_NAME "runtime.a"

static const char compile_options[] =
    "-std=c99 -O2 -fvisibility=hidden -ffunction-sections -fdata-sections "
    "-w -c";
static const char solver_options[] = "-DFOUCAULT_SOLVERS_IN_INSTANCE";
static const char linux_options[] = "-fPIC";
static const char windows_options[] = "-D__USE_MINGW_ANSI_STDIO=1";

typedef struct Making {
  Session *s;
  const CompileJob *job;
  const Target *target;
  const SourceNames *sources;
  Arena *arena;
  const char *sysroot; /* absolute; NULL: none */
  const char **name;   /* of the solvers: "sundials_cvode" */
  const char **solver; /* their archives */
  int n_solvers, cap_names, cap_solvers;
} Making;

/* --- where the solvers are --- */

static void report_solver(const Making *m, const char *name)
{
  const char *triplet = m->target->triplet;
  Diagnostic *d =
      m->sysroot
          ? diagnostic_error(m->s, NO_SPAN, E507,
                             "no lib%s.a for %s in lib, usr/lib and the like "
                             "of %s",
                             name, triplet, m->sysroot)
          : diagnostic_error(m->s, NO_SPAN, E507,
                             "no lib%s.a for %s in /usr/lib/%s or /usr/%s/lib",
                             name, triplet, triplet, triplet);
  diagnostic_note(m->s, d, NO_SPAN,
                  "--target %s=FOLDER names the folder where the target's "
                  "libsundials-dev and libsuitesparse-dev were unpacked: "
                  "docs/fmi.md",
                  triplet);
  diagnostic_note(m->s, d, NO_SPAN,
                  "an FMU for Model Exchange alone (--type me) needs none");
}

/* The archive in `folder` or the part of it for the triplet; NULL: none. */
static const char *archive_in(const Making *m, const char *folder,
                              const char *name)
{
  const char *path = arena_printf(m->arena, "%s/lib%s.a", folder, name);
  if (access(path, R_OK) == 0) return path;
  path =
      arena_printf(m->arena, "%s/%s/lib%s.a", folder, m->target->triplet, name);
  return access(path, R_OK) == 0 ? path : NULL;
}

static const char *archive_below(const Making *m, const char *name)
{
  static const char *const place[] = {
      "", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"};
  const char *found = NULL;
  for (size_t k = 0; k < sizeof place / sizeof place[0] && !found; k++) {
    found = archive_in(m, arena_printf(m->arena, "%s%s", m->sysroot, place[k]),
                       name);
  }
  return found;
}

/* Never one of this machine, which lie in /usr/lib. */
static const char *archive_usual(const Making *m, const char *name)
{
  const char *triplet = m->target->triplet;
  const char *const folder[] = {
      arena_printf(m->arena, "/usr/%s/lib", triplet),
      arena_printf(m->arena, "/usr/lib/%s", triplet),
      arena_printf(m->arena, "/usr/local/%s/lib", triplet)};
  const char *found = NULL;
  for (size_t k = 0; k < sizeof folder / sizeof folder[0] && !found; k++) {
    found = archive_in(m, folder[k], name);
  }
  return found;
}

static const char *archive_find(const Making *m, const char *name)
{
  return m->sysroot ? archive_below(m, name) : archive_usual(m, name);
}

static bool add_solver(Making *m, const char *name)
{
  const char *path = archive_find(m, name);
  if (!path) {
    report_solver(m, name);
    return false;
  }
  m->name = vector_grow(m->arena, m->name, &m->cap_names, m->n_solvers + 1,
                        sizeof m->name[0]);
  m->solver = vector_grow(m->arena, m->solver, &m->cap_solvers,
                          m->n_solvers + 1, sizeof m->solver[0]);
  m->name[m->n_solvers] = name;
  m->solver[m->n_solvers++] = path;
  return true;
}

static bool find_sysroot(Making *m)
{
  if (!m->target->sysroot) return true;
  char *path = realpath(m->target->sysroot, NULL);
  if (!path) {
    diagnostic_file_error(m->s, m->target->sysroot, E507,
                          "the folder of --target %s cannot be read: %s",
                          m->target->triplet, strerror(errno));
    return false;
  }
  m->sysroot = arena_copy_text(m->arena, path, strlen(path));
  free(path);
  return true;
}

static bool find_solvers(Making *m, const ReducedSystem *reduced)
{
  const char *at = sources_solvers(reduced);
  if (!find_sysroot(m)) return false;
  while (*at) {
    size_t n = strcspn(at, " ");
    if (!add_solver(m, arena_copy_text(m->arena, at, n))) return false;
    at += n + strspn(at + n, " ");
  }
  /* What the solvers of SUNDIALS 7 share; version 6 has no such archive. */
  bool has_core = m->n_solvers > 0 && archive_find(m, "sundials_core");
  return !has_core || add_solver(m, "sundials_core");
}

/* --- compiling --- */

static const char *system_options(const Making *m)
{
  return m->target->is_windows ? windows_options : linux_options;
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
  const char *folder =
      arena_printf(m->arena, "%s%s", m->sysroot ? m->sysroot : "", place);
  const char *libc = arena_printf(m->arena, "%s/stdio.h", folder);
  bool is_alone = m->sysroot && access(libc, R_OK) != 0;
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

static bool target_runtime_compile(const Making *m)
{
  Tool c = {.s = m->s, .folder = m->job->folder};
  if (!c_compile_begin(m->s, m->job, &c)) return false;
  tool_add_words(&c, compile_options);
  tool_add_words(&c, system_options(m));
  if (m->n_solvers > 0) {
    tool_add(&c, solver_options);
    add_headers(m, &c);
  }
  for (int k = 0; k < m->sources->n_names; k++) {
    const char *name = m->sources->name[k];
    if (sources_is_compiled(name)) tool_add(&c, source_path(m, name));
  }
  return tool_run(&c, "the C compiler");
}

/* --- the archive --- */

/* A companion of the compiler; they come in one package. */
static Tool begin_tool(const Making *m, const char *name)
{
  Tool tool = {.s = m->s, .folder = m->job->folder};
  tool_add(&tool, arena_printf(m->arena, "%s-%s", m->target->triplet, name));
  return tool;
}

static bool rename_calls(const Making *m, int k)
{
  static const char *const call[] = {"malloc", "calloc", "realloc", "free"};
  Tool tool = begin_tool(m, "objcopy");
  for (size_t i = 0; i < sizeof call / sizeof call[0]; i++) {
    tool_add(&tool, "--redefine-sym");
    tool_add(&tool,
             arena_printf(m->arena, "%s=foucault_solver_%s", call[i], call[i]));
  }
  tool_add(&tool, m->solver[k]);
  tool_add(&tool, arena_printf(m->arena, "%s.a", m->name[k]));
  return tool_run(&tool, "the tool");
}

/* The compiler leaves all objects in one folder: names without rooms. */
static const char *object_stem(const char *name)
{
  const char *slash = strrchr(name, '/');
  return slash ? slash + 1 : name;
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
    name = object_stem(name);
    fprintf(out, "ADDMOD %.*s.o\n", (int)strlen(name) - 2, name);
  }
  for (int k = 0; k < m->n_solvers; k++) {
    fprintf(out, "ADDLIB %s.a\n", m->name[k]);
  }
  fprintf(out, "SAVE\nEND\n");
  return fclose(out) == 0 || write_file_failed(m->s, path);
}

static bool target_runtime_collect(const Making *m)
{
  Tool tool = begin_tool(m, "ar");
  tool.input = SCRIPT_NAME;
  tool_add(&tool, "-M");
  return write_script(m) && tool_run(&tool, "the tool");
}

/* The path of the archive in the work folder; NULL after an error. */
static const char *target_runtime_make(const Making *m)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  bool ok = target_runtime_compile(m);
  for (int k = 0; k < m->n_solvers && ok; k++) ok = rename_calls(m, k);
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
  guid_add_word(&hash, m->n_solvers > 0 ? solver_options : "");
  for (int k = 0; k < m->sources->n_names; k++) {
    guid_add_word(&hash, m->sources->name[k]);
    if (!hash_file(m, &hash, source_path(m, m->sources->name[k]))) return false;
  }
  for (int k = 0; k < m->n_solvers; k++) {
    if (!hash_file(m, &hash, m->solver[k])) return false;
  }
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
  assert(job->target && job->target->triplet && job->compiler);
  char guid[GUID_SIZE];
  Making m = {.s = s,
              .job = job,
              .target = job->target,
              .sources = sources,
              .arena = arena};
  if (!has_compiler(&m) || !find_solvers(&m, reduced) || !hash_all(&m, guid)) {
    return NULL;
  }
  return make_or_find(&m, guid);
}
