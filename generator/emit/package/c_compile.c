/* c_compile.c: finds the C compiler and calls it.
 *
 * The runtime lies in an archive, from which the linker takes only what is
 * asked for. Nothing in model.c asks for the FMI functions: they are asked
 * for by name (-u). Nothing else leaves the library: on Linux the version
 * script keeps it inside, on Windows that nothing else is declared dllexport.
 */
#define _POSIX_C_SOURCE 200809L
#include "emit/package/c_compile.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files_seen.h"
#include "base/text/path.h"
#include "emit/package/target_tools.h"
#include "emit/package/tool.h"

/* What a compiler may have, beside the calls of the function. */
enum { COMPILE_SHARE = 6 };

/* --- which compiler --- */

/* On Windows a compiler named cc or clang may be one for another C library. */
#ifdef _WIN32
enum { ZIG_IS_FIRST = true };
static const char *const usual_compiler[] = {"gcc"};
static const char no_compiler[] =
    "no C compiler: neither zig nor gcc is in PATH; with Python: pip install "
    "ziglang";
#else
enum { ZIG_IS_FIRST = false };
static const char *const usual_compiler[] = {"cc", "gcc", "clang"};
static const char no_compiler[] =
    "no C compiler: none of cc, gcc, clang, zig is in PATH; on Debian or "
    "Ubuntu: apt-get install gcc, or with Python: pip install "
    "foucault[compiler] or ziglang";
#endif

static bool c_compile_report_missing(Session *s, const CompileJob *job,
                                     const char *named)
{
  const Target *target = job->target;
  if (target && target->triplet) {
    diagnostic_error(s, NO_SPAN, E502,
                     "no C compiler for %s: %s is not in PATH; %s%s%s",
                     target->triplet, named,
                     target->packages ? "on Debian or Ubuntu: apt-get install "
                                      : "zig compiles for it: ",
                     target->packages ? target->packages : "",
                     target->packages ? ", or with Python: pip install ziglang"
                                      : "pip install ziglang");
  } else if (named) {
    diagnostic_error(s, NO_SPAN, E502, "the C compiler %s cannot be run",
                     named);
  } else {
    diagnostic_error(s, NO_SPAN, E502, "%s", no_compiler);
  }
  return false;
}

static bool find_usual(Tool *c)
{
  for (size_t k = 0; k < sizeof usual_compiler / sizeof usual_compiler[0];
       k++) {
    if (!tool_can_run(c->s, usual_compiler[k])) continue;
    tool_add(c, usual_compiler[k]);
    return true;
  }
  return false;
}

/* Left to itself zig takes all that this processor and this C library can do:
 * the FMU would run on few other machines. */
static bool find_zig(Tool *c)
{
  const char *zig = target_zig(c->s, session_scratch(c->s));
  if (!zig) return false;
  tool_add_words(c, zig);
  tool_add_words(c, "cc -target");
  tool_add(c, target_native()->zig[0]);
  return true;
}

bool c_compile_find(Tool *c, const char *compiler)
{
  const char *named = compiler ? compiler : getenv("CC");
  if (named) tool_add_words(c, named);
  if (c->n_words > 0) return tool_can_run(c->s, c->word[0]);
  return ZIG_IS_FIRST ? find_zig(c) || find_usual(c)
                      : find_usual(c) || find_zig(c);
}

bool c_compile_begin(Session *s, const CompileJob *job, Tool *c)
{
  if (c_compile_find(c, job->compiler)) return true;
  return c_compile_report_missing(s, job, c->n_words > 0 ? c->word[0] : NULL);
}

/* --- its arguments --- */

/* No contraction to fused multiply-add: the same numbers on every machine.
 * errno of sqrt() is of no use. -O1 without -fstrict-aliasing: with it gcc
 * takes twice as long for long functions and saves one load a statement. */
static const char common_options[] =
    "-std=c99 -O1 -fvisibility=hidden -ffp-contract=off -fno-math-errno -s";
static const char linux_options[] =
    "-shared -fPIC -Wl,--no-undefined -Wl,--gc-sections "
    "-Wl,--build-id=sha1 -Wl,-z,noexecstack";
/* The same bytes every time; no library beside it that Windows has not. */
static const char windows_options[] = "-shared -D__USE_MINGW_ANSI_STDIO=1";
/* What zig does by itself; of -static it would make an archive. */
static const char windows_gcc_options[] =
    "-static -Wl,--no-undefined -Wl,--no-insert-timestamp -Wl,--build-id=sha1";
static const char darwin_options[] = "-shared -fPIC -Wl,-dead_strip";
/* A module without main(); more memory is asked for when it is needed. */
static const char web_options[] =
    "-mexec-model=reactor -Wl,--gc-sections -Wl,-z,stack-size=1048576 "
    "-Wl,--export=malloc -Wl,--export=free -Wl,--export=page_instantiate";

static void add_folders(Tool *c, const CompileJob *job)
{
  Arena *arena = session_scratch(c->s);
  tool_add(c, "-I");
  tool_add(c, arena_printf(arena, "%s/include", job->data_folder));
  for (int k = 0; k < job->n_include_folders; k++) {
    tool_add(c, "-I");
    tool_add(c, job->include_folder[k]);
  }
}

static const char *runtime_archive(Arena *arena, const CompileJob *job)
{
  if (job->runtime) return job->runtime;
  return arena_printf(arena, "%s/lib/libfoucault_fmu.a", job->data_folder);
}

static bool is_lapack(const char *object)
{
  return strcmp(object, "lapack") == 0;
}

static void add_lapack(Tool *c, const char *archive)
{
  files_seen_note(c->s, SEEN_CONTENT, archive);
  tool_add(c, archive);
}

/* The source and all that it is linked with. Of symbols that LAPACK has too
 * those of the runtime are asked for first. */
static void add_objects(Tool *c, const CompileJob *job, bool with_runtime)
{
  Arena *arena = session_scratch(c->s);
  bool has_lapack = false;
  tool_add(c, job->source);
  for (int k = 0; k < job->n_objects; k++) {
    if (!is_lapack(job->object[k])) tool_add(c, job->object[k]);
    has_lapack |= is_lapack(job->object[k]);
  }
  if (has_lapack)
    tool_add_words(c, "-Wl,-u,xerbla_ -Wl,-u,_gfortran_concat_string");
  if (with_runtime || has_lapack) tool_add(c, runtime_archive(arena, job));
  if (has_lapack) {
    add_lapack(c, arena_printf(arena, "%s/lib/liblapack.a", job->data_folder));
    add_lapack(c, arena_printf(arena, "%s/lib/libblas.a", job->data_folder));
  }
  tool_add(c, "-lm");
}

/* Called as target_tools() and c_compile_find() do. */
static bool is_zig(const Tool *c)
{
  return c->n_words > 2 && strcmp(c->word[1], "cc") == 0 &&
         strcmp(c->word[2], "-target") == 0;
}

/* What keeps all but the FMI functions inside. */
static void add_system_options(Tool *c, const CompileJob *job,
                               TargetSystem system)
{
  Arena *arena = session_scratch(c->s);
  switch (system) {
  case TARGET_LINUX:
    tool_add_words(c, linux_options);
    /* Through -Xlinker: -Wl would split a path at its commas. */
    tool_add(c, "-Xlinker");
    tool_add(c, arena_printf(arena, "--version-script=%s/lib/export.map",
                             job->data_folder));
    return;
  case TARGET_WINDOWS:
    tool_add_words(c, windows_options);
    if (!is_zig(c)) tool_add_words(c, windows_gcc_options);
    return;
  case TARGET_DARWIN:
    tool_add_words(c, darwin_options);
    tool_add(c,
             arena_printf(arena, "-Wl,-install_name,@rpath/%s", job->library));
    return;
  case TARGET_WEB: tool_add_words(c, web_options); return;
  }
}

/* The options that ask the linker for an FMI function. */
static const char *asking(TargetSystem system)
{
  if (system == TARGET_WEB) return "-Wl,--export=";
  return system == TARGET_DARWIN ? "-Wl,-u,_" : "-Wl,-u,";
}

static void c_compile_add_options(Tool *c, const CompileJob *job)
{
  TargetSystem system = (job->target ? job->target : target_native())->system;
  tool_add_words(c, common_options);
  add_system_options(c, job, system);
  add_folders(c, job);
  const char *name;
  for (int k = 0; (name = fmi_functions_name(job->fmi, k)); k++) {
    tool_add(c,
             arena_printf(session_scratch(c->s), "%s%s", asking(system), name));
  }
  if (job->rule) {
    tool_add_words(c, "-MD -MF");
    tool_add(c, job->rule);
  }
  tool_add(c, "-o");
  tool_add(c, job->library);
  add_objects(c, job, true);
}

static bool has_data(Session *s, const CompileJob *job, const char *name)
{
  const char *path =
      arena_printf(session_scratch(s), "%s/%s", job->data_folder, name);
  if (access(path, R_OK) == 0) return true;
  diagnostic_file_error(s, path, E504, "the file cannot be read: %s",
                        strerror(errno));
  return false;
}

static bool installation_is_complete(Session *s, const CompileJob *job)
{
  assert(path_is_absolute(job->folder) && path_is_absolute(job->data_folder));
  static const char *const needed[] = {"include/model.h", "lib/export.map",
                                       "lib/libfoucault_fmu.a"};
  /* The archive is last: it is for this machine. */
  size_t n_needed = sizeof needed / sizeof needed[0] - (job->runtime != NULL);
  for (size_t k = 0; k < n_needed; k++) {
    if (!has_data(s, job, needed[k])) return false;
  }
  for (int k = 0; k < job->n_objects; k++) {
    if (!is_lapack(job->object[k])) continue;
#ifdef _WIN32
    diagnostic_error(s, NO_SPAN, E504,
                     "the model calls LAPACK, which the program for Windows "
                     "does not have; the one for Linux has it");
    return false;
#endif
    /* Foucault may have been built without them */
    return has_data(s, job, "lib/liblapack.a") &&
           has_data(s, job, "lib/libblas.a");
  }
  return true;
}

/* --- entries --- */

bool c_compile(Session *s, const CompileJob *job)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Tool c = {.s = s,
            .folder = job->folder,
            .seconds = s->limit[LIMIT_COMPILER_SECONDS],
            .megabytes = s->limit[LIMIT_COMPILER_MEMORY],
            .limits = "compiler"};
  bool ok = c_compile_begin(s, job, &c) && installation_is_complete(s, job);
  if (ok) {
    c_compile_add_options(&c, job);
    ok = tool_run(&c, "the C compiler");
  }
  arena_release(mark);
  return ok;
}

/* Libraries use what their systems have, and their warnings are not the
 * user's. The macro: tables of the Modelica Standard Library are not looked
 * for in a function usertab() of the user. */
const char *c_compile_object_options(void)
{
  return "-std=gnu11 -DSTDC99 -DDUMMY_FUNCTION_USERTAB -O1 -fPIC "
         "-fvisibility=hidden -ffunction-sections "
         "-fdata-sections -ffp-contract=off -w -c";
}

bool c_compile_object(Session *s, const CompileJob *job, const char *source,
                      const char *const *option, int n_options,
                      const char *object)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Tool c = {.s = s,
            .folder = job->folder,
            .seconds = s->limit[LIMIT_COMPILER_SECONDS],
            .megabytes = s->limit[LIMIT_COMPILER_MEMORY],
            .limits = "compiler"};
  bool ok = c_compile_begin(s, job, &c) && installation_is_complete(s, job);
  if (ok) {
    tool_add_words(&c, c_compile_object_options());
    /* what the headers lack is in templates/page/entry.c */
    if (job->target && job->target->system == TARGET_WEB)
      tool_add(&c, "-Wno-implicit-function-declaration");
    tool_add(&c, "-I");
    tool_add(&c,
             arena_printf(session_scratch(s), "%s/include", job->data_folder));
    for (int k = 0; k < n_options; k++) tool_add(&c, option[k]);
    tool_add(&c, "-o");
    tool_add(&c, object);
    tool_add(&c, source);
    ok = tool_run(&c, "the C compiler");
  }
  arena_release(mark);
  return ok;
}

/* Numbers are computed as in an FMU. */
bool c_compile_program(Session *s, const CompileJob *job)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  /* The model's author has written what is compiled. */
  Tool c = {.s = s,
            .folder = job->folder,
            .seconds = COMPILE_SHARE * s->limit[LIMIT_EXTERNAL_SECONDS],
            .megabytes = COMPILE_SHARE * s->limit[LIMIT_EXTERNAL_MEMORY],
            .limits = "external"};
  bool ok = c_compile_begin(s, job, &c) && installation_is_complete(s, job);
  if (ok) {
    tool_add_words(&c, "-std=c99 -O1 -ffp-contract=off -fno-math-errno "
                       "-Wl,--gc-sections -o");
    tool_add(&c, job->library);
    add_folders(&c, job);
    add_objects(&c, job, false);
    ok = tool_run(&c, "the C compiler");
  }
  arena_release(mark);
  return ok;
}
