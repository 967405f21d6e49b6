/* foreign_run.c: see foreign_run.h. */
#define _POSIX_C_SOURCE 200809L
#include "emit/foreign/foreign_run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/files_seen.h"
#include "base/temporary.h"
#include "base/vector.h"
#include "emit/foreign/foreign_answer.h"
#include "emit/foreign/foreign_process.h"
#include "emit/foreign/foreign_program.h"
#include "emit/package/c_compile.h"
#include "emit/package/data_folder.h"
#include "emit/package/library_sources.h"
#include "emit/text/read_file.h"
#include "emit/text/write_file.h"

/* A program that is ready to run. */
typedef struct Program {
  const char *text; /* of its source */
  const char *path;
} Program;

/* A call that was carried out. */
typedef struct Asked {
  int program;
  FileBytes arguments, answer;
} Asked;

typedef struct Runner {
  Session *s;
  const char *folder, *data_folder; /* NULL: not needed yet */
  bool is_told;                     /* what the system lacks */
  Program *program;
  int n_programs, cap_programs;
  Asked *asked;
  int n_asked, cap_asked;
} Runner;

/* --- programs --- */

static bool has_folders(Runner *r)
{
  if (!r->data_folder) r->data_folder = data_folder_find(r->s);
  if (r->data_folder && !r->folder) r->folder = temporary_folder(r->s);
  return r->folder != NULL;
}

/* The source, in the session's arena; NULL after a diagnostic. */
static const char *program_text(Runner *r, const ForeignCall *call)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  bool good = foreign_program_write(r->s, r->data_folder, call, out);
  good = fclose(out) == 0 && text && good;
  const char *kept =
      good ? arena_copy_text(r->s->session_arena, text, size) : NULL;
  free(text);
  return kept;
}

static bool make_program(Runner *r, const ForeignCall *call, const char *text,
                         Program *made)
{
  Session *s = r->s;
  Arena *arena = s->session_arena;
  const char *name = arena_printf(arena, "call_%d", r->n_programs);
  CompileJob job = {.folder = r->folder,
                    .source = arena_printf(arena, "%s.c", name),
                    .library = name,
                    .data_folder = r->data_folder,
                    .include_folder = call->include_folder,
                    .n_include_folders = call->n_include_folders,
                    .object = call->library,
                    .n_objects = call->n_libraries};
  const char **object;
  const char *source = arena_printf(arena, "%s/%s", r->folder, job.source);
  if (!write_file(s, source, text, strlen(text)) ||
      !library_sources(s, &job, arena, &object)) {
    return false;
  }
  job.object = object;
  *made = (Program){text, arena_printf(arena, "%s/%s", r->folder, name)};
  return c_compile_program(s, &job);
}

static const Program *find_program(Runner *r, const ForeignCall *call)
{
  if (!has_folders(r)) return NULL;
  const char *text = program_text(r, call);
  if (!text) return NULL;
  for (int k = 0; k < r->n_programs; k++) {
    if (strcmp(r->program[k].text, text) == 0) return &r->program[k];
  }
  Program made;
  if (!make_program(r, call, text, &made)) return NULL;
  r->program = vector_grow(r->s->session_arena, r->program, &r->cap_programs,
                           r->n_programs + 1, sizeof r->program[0]);
  r->program[r->n_programs] = made;
  return &r->program[r->n_programs++];
}

/* --- values in files --- */

static void put_arguments(FILE *out, const ForeignCall *call);

static void put_value(FILE *out, const ForeignValue *v)
{
  size_t n = (size_t)v->n;
  if (v->type == FOREIGN_OBJECT) {
    put_arguments(out, v->constructor);
    return;
  }
  assert(v->n >= 0);
  fwrite(&v->n, sizeof v->n, 1, out);
  if (v->type == FOREIGN_REAL) {
    fwrite(v->real, sizeof v->real[0], n, out);
  } else if (v->type != FOREIGN_TEXT) {
    fwrite(v->integer, sizeof v->integer[0], n, out);
  } else {
    for (int k = 0; k < v->n; k++) {
      int length = (int)strlen(v->text[k]);
      fwrite(&length, sizeof length, 1, out);
      fwrite(v->text[k], 1, (size_t)length, out);
    }
  }
}

/* Recursive: as deep as objects are made of objects. */
static void put_arguments(FILE *out, const ForeignCall *call)
{
  for (int k = 0; k < call->n_args; k++) put_value(out, &call->arg[k]);
}

/* In the session's arena. */
static FileBytes argument_bytes(Runner *r, const ForeignCall *call)
{
  FileBytes made = {0};
  char *bytes = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&bytes, &size);
  if (!out) return made;
  put_arguments(out, call);
  if (fclose(out) == 0 && bytes) {
    made.bytes = arena_copy_text(r->s->session_arena, bytes, size);
    made.size = size;
  }
  free(bytes);
  return made;
}

/* --- one call --- */

/* What the system cannot keep C code from, once. */
static void foreign_run_tell(Runner *r, unsigned missing)
{
  static const char *const word[] = {"write files elsewhere", "use the network",
                                     "reach other processes"};
  if (!r->s->verbose || r->is_told || missing == 0) return;
  r->is_told = true;
  fputs("this system cannot confine C code that runs at translation, which "
        "may:",
        r->s->messages);
  for (int k = 0; k < 3; k++) {
    if (missing & 1u << k) fprintf(r->s->messages, " %s;", word[k]);
  }
  fputs(" see docs/howto/trust.md\n", r->s->messages);
}

/* The answer of a process; false: *failure. It has a folder of its own: what
 * an earlier one has put where this program writes would be followed. */
static bool ask(Runner *r, const Program *program, FileBytes arguments,
                FileBytes *answer, const char **failure)
{
  assert(r->folder);
  Arena *arena = r->s->session_arena;
  /* it may read what it likes */
  files_seen_obstacle(r->s, "the translation has called C functions");
  const char *folder = temporary_folder(r->s);
  if (!folder) return false;
  const int *limit = r->s->limit;
  ForeignProcess process = {.program = program->path,
                            .input =
                                arena_printf(arena, "%s/arguments", r->folder),
                            .output = arena_printf(arena, "%s/results", folder),
                            .seconds = limit[LIMIT_EXTERNAL_SECONDS],
                            .megabytes = limit[LIMIT_EXTERNAL_MEMORY],
                            .processes = limit[LIMIT_EXTERNAL_PROCESSES],
                            .output_megabytes = limit[LIMIT_OUTPUT],
                            .file_megabytes = limit[LIMIT_EXTERNAL_FILES],
                            .spared = temporary_guard(r->s)};
  if (!write_file(r->s, process.input, arguments.bytes, arguments.size))
    return false;
  *failure = foreign_process(arena, &process);
  foreign_run_tell(r, process.missing);
  if (!*failure && !read_file(arena, process.output, answer))
    *failure = "it ends the program";
  remove(process.output);
  remove(folder); /* what else is in it goes at the end */
  return !*failure;
}

static const FileBytes *known_answer(const Runner *r, int program,
                                     FileBytes arguments)
{
  for (int k = 0; k < r->n_asked; k++) {
    const Asked *a = &r->asked[k];
    if (a->program == program && a->arguments.size == arguments.size &&
        memcmp(a->arguments.bytes, arguments.bytes, arguments.size) == 0) {
      return &a->answer;
    }
  }
  return NULL;
}

static bool foreign_run_run(void *context, const ForeignCall *call,
                            const char **failure)
{
  Runner *r = context;
  *failure = NULL;
  const Program *program = find_program(r, call);
  if (!program) return false;
  Asked asked = {(int)(program - r->program), argument_bytes(r, call), {0}};
  assert(asked.program >= 0 && asked.program < r->n_programs);
  const FileBytes *known = known_answer(r, asked.program, asked.arguments);
  Arena *arena = r->s->session_arena;
  if (known) return foreign_answer_read(arena, *known, call, failure);
  if (!ask(r, program, asked.arguments, &asked.answer, failure)) return false;
  r->asked = vector_grow(r->s->session_arena, r->asked, &r->cap_asked,
                         r->n_asked + 1, sizeof r->asked[0]);
  r->asked[r->n_asked++] = asked;
  return foreign_answer_read(arena, asked.answer, call, failure);
}

ForeignCaller foreign_run_caller(Session *s)
{
  Runner *r = arena_alloc(s->session_arena, sizeof *r);
  r->s = s;
  return (ForeignCaller){.call = foreign_run_run, .context = r};
}
