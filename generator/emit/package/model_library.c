/* model_library.c: TinyCC before or after the C compiler. */
#include "emit/package/model_library.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/system/bounded_child.h"
#include "base/worker.h"
#include "emit/fast/fast_compile.h"
#include "emit/fast/fast_link.h"
#include "emit/package/included_headers.h"
#include "emit/package/library_sources.h"
#include "emit/package/target.h"

#define OBJECT_NAME "model.o"

static const char *model_library_path(Arena *arena, const CompileJob *job,
                                      const char *name)
{
  return arena_printf(arena, "%s/%s", job->folder, name);
}

static bool library_read(Session *s, Arena *arena, const char *path,
                         FileBytes *file)
{
  if (read_file(arena, path, file)) return true;
  diagnostic_file_error(s, path, E504, "the file cannot be read: %s",
                        strerror(errno));
  return false;
}

/* --- by the C compiler --- */

static bool library_well(Session *s, const CompileJob *given, Arena *arena,
                         ModelLibrary *library)
{
  CompileJob job = *given;
  const char **object;
  if (!library_sources(s, &job, arena, &object)) return false;
  job.object = object;
  if (!c_compile(s, &job)) return false;
  if (job.rule) included_headers_note(s, &job, job.rule);
  return library_read(s, arena, model_library_path(arena, &job, job.library),
                      &library->file);
}

/* --- by TinyCC --- */

/* What a process of its own says, in memory that both see. */
typedef struct FastTrial {
  const FastJob *fast;
  Arena *arena;
  char said[4096];
} FastTrial;

static int library_try(void *context)
{
  FastTrial *trial = context;
  const char *said = NULL;
  bool ok = fast_compile(trial->arena, trial->fast, &said);
  if (!ok && said) snprintf(trial->said, sizeof trial->said, "%s", said);
  return ok ? 0 : 1;
}

/* C text of somebody else may crash TinyCC, or keep it busy for ever. */
static bool library_object_apart(Session *s, const FastJob *fast, Arena *arena,
                                 const char **said)
{
  FastTrial *trial = worker_shared(sizeof *trial);
  *said = "there is not enough memory";
  if (!trial) return false;
  trial->fast = fast;
  trial->arena = arena;
  BoundedChild child = {library_try, trial, s->limit[LIMIT_COMPILER_SECONDS],
                        s->limit[LIMIT_COMPILER_MEMORY]};
  int status = bounded_child(&child);
  *said = status == BOUNDED_CHILD_LATE
              ? arena_printf(arena,
                             "it was ended after %d seconds "
                             "(--limit compiler-seconds)",
                             s->limit[LIMIT_COMPILER_SECONDS])
          : trial->said[0] ? arena_printf(arena, "%s", trial->said)
                           : "it crashed";
  worker_forget(trial, sizeof *trial);
  return status == 0;
}

static bool library_object(Session *s, const CompileJob *job, Arena *arena,
                           const char **said)
{
  FastJob fast = {.source = model_library_path(arena, job, job->source),
                  .object = model_library_path(arena, job, OBJECT_NAME),
                  .data_folder = job->data_folder,
                  .include_folder = job->include_folder,
                  .n_include_folders = job->n_include_folders};
  if (job->rule) fast.rule = model_library_path(arena, job, job->rule);
  return job->is_foreign ? library_object_apart(s, &fast, arena, said)
                         : fast_compile(arena, &fast, said);
}

/* Nothing but the runtime is needed. False with what is in the way. */
static bool library_link(Session *s, const CompileJob *job, Arena *arena,
                         ModelLibrary *library, const char **said)
{
  FileBytes runtime, object;
  const char *path = arena_printf(arena, "%s/lib/runtime%s", job->data_folder,
                                  target_native()->ending);
  if (!library_read(s, arena, path, &runtime) ||
      !library_read(s, arena, model_library_path(arena, job, OBJECT_NAME),
                    &object)) {
    return false;
  }
  library->has_all_solvers = true;
  return fast_link(arena, &runtime, &object, &library->file, said);
}

/* Whether TinyCC can do it without a linker. */
static bool library_is_alone(const CompileJob *job)
{
  return job->n_objects == 0;
}

/* The same, of what is linked by the C compiler. */
static bool library_link_well(Session *s, const CompileJob *given, Arena *arena,
                              ModelLibrary *library)
{
  CompileJob job = *given;
  job.source = OBJECT_NAME;
  job.rule = NULL; /* TinyCC has said what it read */
  return library_well(s, &job, arena, library);
}

static bool library_fast(Session *s, const CompileJob *job,
                         CompileManner manner, Arena *arena,
                         ModelLibrary *library)
{
  const char *said = NULL;
  library->by_tinycc = library_object(s, job, arena, &said);
  if (library->by_tinycc) {
    if (job->rule) included_headers_note(s, job, job->rule);
    if (!library_is_alone(job))
      return library_link_well(s, job, arena, library);
    if (library_link(s, job, arena, library, &said)) return true;
    if (!said) return false; /* a file, which was reported */
  }
  *library = (ModelLibrary){.by_tinycc = false};
  if (manner == COMPILE_FAST) return library_well(s, job, arena, library);
  Diagnostic *d = diagnostic_error(
      s, NO_SPAN, E503, "TinyCC (--compiler fast) cannot compile the model");
  diagnostic_note(s, d, NO_SPAN, "%s", said);
  return false;
}

/* No C compiler, and none was asked for. */
static bool library_lacks_compiler(Session *s, const CompileJob *job)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Tool tool = {.s = s, .folder = job->folder};
  bool lacks = !c_compile_find(&tool, job->compiler) && tool.n_words == 0;
  arena_release(mark);
  return lacks;
}

bool model_library(Session *s, const CompileJob *job, CompileManner manner,
                   Arena *arena, ModelLibrary *library)
{
  *library = (ModelLibrary){.by_tinycc = false};
  bool is_native = !job->target || !job->target->triplet;
  if (is_native && manner == COMPILE_WELL && fast_compile_is_there() &&
      library_is_alone(job) && library_lacks_compiler(s, job)) {
    manner = COMPILE_FAST;
  }
  if (!is_native || manner == COMPILE_WELL)
    return library_well(s, job, arena, library);
  return library_fast(s, job, manner, arena, library);
}
