/* emit.c: writes the texts, compiles, packs.
 *
 * The guid names the content of model.c, which is all that the binary knows of
 * the model: it is written with GUID_NONE, hashed, and gets the guid
 * afterwards. The C compiler needs nothing else, and takes longest: the
 * description is written while it works. The texts of a large model are large:
 * they are in files of the work folder, never whole in memory.
 */
#define _POSIX_C_SOURCE 200809L
#include "emit/emit.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cost.h"
#include "base/files_seen.h"
#include "base/system/clock.h"
#include "base/temporary.h"
#include "base/vector.h"
#include "base/worker.h"
#include "emit/face_files.h"
#include "emit/function/included_file.h"
#include "emit/interface/interface_dependencies.h"
#include "emit/interface/interface_variables.h"
#include "emit/model/model_c.h"
#include "emit/package/c_compile.h"
#include "emit/package/crossing.h"
#include "emit/package/data_folder.h"
#include "emit/package/model_library.h"
#include "emit/package/package.h"
#include "emit/package/parts.h"
#include "emit/package/sources.h"
#include "emit/package/target_runtime.h"
#include "emit/package/target_tools.h"
#include "emit/package/universal.h"
#include "emit/text/guid.h"
#include "emit/text/read_file.h"
#include "emit/text/write_file.h"
#include "emit/xml/model_description.h"
#include "function/function.h"

#define RULE_NAME "model.d"
#define SOURCE_NAME "model.c"
#define SIDE_NAME "model.side"
#define RUNTIME_FOLDER "runtime"
#define CMAKE_NAME "CMakeLists.txt"
#define DESCRIPTION_NAME "modelDescription.xml"
#define DESCRIPTION3_NAME "modelDescription3.xml"
#define BUILD_NAME "buildDescription.xml"

typedef struct MemberList {
  PackageMember *member;
  int n_members, cap_members;
} MemberList;

/* The model compiled for a target. */
typedef struct Library {
  const Target *target;
  FileBytes file;
} Library;

enum {
  TEXT_PIECE = 65536, /* bytes that are read or written at once */
  LARGE_MODEL = 3000  /* variables; workers write a part of its texts */
};

/* What one call of emit_fmu() holds. */
typedef struct Emission {
  Session *s;
  const ReducedSystem *reduced;
  const EmitOptions *options;
  const char *data_folder, *folder; /* our files; work folder */
  Arena *arena;                     /* contents of the files */
  char guid[GUID_SIZE];
  long guid_at;                        /* where it belongs in the source */
  const char *source, *description;    /* paths of the texts */
  const char *description3;            /* of FMI 3.0 */
  const InterfaceVariables *interface; /* the same; NULL: nobody asks */
  Worker beside;                       /* who writes the description */
  Library *library;
  int n_libraries, cap_libraries;
  SourceNames sources;             /* read where they are needed */
  bool by_tinycc, has_all_solvers; /* as model_library.h has it */
  MemberList list;                 /* of the archive */
} Emission;

static const char *work_path(const Emission *e, const char *name)
{
  return arena_printf(e->arena, "%s/%s", e->folder, name);
}

/* --- texts --- */

/* Smaller ones are written sooner than a worker has begun. */
static bool is_large(const Emission *e)
{
  return e->reduced->n_vars >= LARGE_MODEL && worker_is_useful();
}

static bool write_model_c(Emission *e, FILE *file)
{
  ModelCOptions options = {.data_folder = e->data_folder,
                           .no_loops = e->options->no_loops,
                           .side_path =
                               is_large(e) ? work_path(e, SIDE_NAME) : NULL,
                           .interface = e->interface};
  return model_c_write(e->s, e->reduced, &options, file, &e->guid_at);
}

static bool makes_fmi2(const Emission *e)
{
  return e->options->fmi != FMI_3;
}

static bool makes_fmi3(const Emission *e)
{
  return (e->options->fmi & FMI_3) != 0;
}

typedef bool (*DescriptionWriter)(Session *s, const ReducedSystem *reduced,
                                  const DescriptionOptions *options,
                                  FILE *file);

static bool write_description(Emission *e, DescriptionWriter write,
                              const ModelStructure *structure, const char *path)
{
  DescriptionOptions options = {
      .guid = e->guid,
      .co_simulation = e->options->co_simulation,
      .model_exchange = e->options->model_exchange,
      .scheduled_execution = e->options->scheduled_execution,
      .sources = e->options->include_sources ? &e->sources : NULL,
      .structure = structure,
      .interface = e->interface};
  if (!options.co_simulation && !options.model_exchange &&
      !options.scheduled_execution) {
    options.co_simulation = options.model_exchange = true;
  }
  FILE *file = fopen(path, "wb");
  if (!file) return write_file_failed(e->s, path);
  setvbuf(file, NULL, _IOFBF, TEXT_PIECE);
  bool ok = write(e->s, e->reduced, &options, file);
  ok = fclose(file) == 0 && ok;
  return ok || write_file_failed(e->s, path);
}

static bool write_descriptions(Emission *e)
{
  Arena *arena = arena_create("structure");
  ModelStructure structure =
      model_structure_find(e->reduced, arena, session_scratch(e->s));
  bool ok = true;
  if (makes_fmi2(e)) {
    ok = write_description(e, model_description_write, &structure,
                           e->description);
  }
  if (ok && makes_fmi3(e)) {
    ok = write_description(e, model_description3_write, &structure,
                           e->description3);
  }
  arena_destroy(arena);
  return ok;
}

static bool emit_write_text(Emission *e, bool (*write)(Emission *, FILE *),
                            const char *path)
{
  FILE *file = fopen(path, "wb");
  if (!file) return write_file_failed(e->s, path);
  setvbuf(file, NULL, _IOFBF, TEXT_PIECE);
  bool ok = write(e, file);
  bool failed = ferror(file) != 0;
  failed = fclose(file) != 0 || failed;
  if (ok && failed) return write_file_failed(e->s, path);
  return ok;
}

static bool make_guid(Emission *e)
{
  char *piece = arena_alloc(e->arena, TEXT_PIECE);
  FILE *file = fopen(e->source, "rb");
  if (!file) return write_file_failed(e->s, e->source);
  GuidHash hash = guid_begin();
  size_t n;
  while ((n = fread(piece, 1, TEXT_PIECE, file)) > 0) {
    guid_add(&hash, piece, n);
  }
  bool ok = ferror(file) == 0;
  fclose(file);
  guid_end(&hash, e->guid);
  return ok || write_file_failed(e->s, e->source);
}

static bool put_guid(Emission *e)
{
  assert(e->guid_at > 0 && strlen(e->guid) == GUID_SIZE - 1);
  FILE *file = fopen(e->source, "r+b");
  if (!file) return write_file_failed(e->s, e->source);
  bool ok = fseek(file, e->guid_at, SEEK_SET) == 0 && fputs(e->guid, file) >= 0;
  ok = fclose(file) == 0 && ok;
  return ok || write_file_failed(e->s, e->source);
}

static bool emit_keep_text(Emission *e, const char *text, const char *name)
{
  assert(e->options->keep_folder);
  FileBytes file;
  const char *path =
      arena_printf(e->arena, "%s/%s", e->options->keep_folder, name);
  if (!read_file(e->arena, text, &file)) return write_file_failed(e->s, text);
  return write_file(e->s, path, file.bytes, file.size);
}

static bool keep_texts(Emission *e)
{
  const char *folder = e->options->keep_folder;
  if (!folder) return true;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    return write_file_failed(e->s, folder);
  }
  return emit_keep_text(e, e->source, SOURCE_NAME) &&
         (!makes_fmi2(e) ||
          emit_keep_text(e, e->description, DESCRIPTION_NAME)) &&
         (!makes_fmi3(e) ||
          emit_keep_text(e, e->description3,
                         makes_fmi2(e) ? DESCRIPTION3_NAME : DESCRIPTION_NAME));
}

static bool list_sources(Emission *e)
{
  return e->sources.n_names > 0 ||
         sources_list(e->s, e->data_folder, e->reduced, &e->sources);
}

/* Libraries of external functions, and headers of theirs, are not ours to
 * hand on. NULL: none is needed. */
static const char *foreign_file(Emission *e)
{
  const FunctionTable *functions = e->reduced->sys->functions;
  if (!functions) return NULL;
  return functions->n_libraries > 0
             ? functions->library[0]
             : included_file(functions, session_scratch(e->s));
}

static bool find_sources(Emission *e)
{
  if (!e->options->include_sources) return true;
  const char *foreign = foreign_file(e);
  if (foreign) {
    diagnostic_error(e->s, NO_SPAN, E506,
                     "--source: the model calls external functions of %s, "
                     "whose sources are not known",
                     foreign);
    return false;
  }
  return list_sources(e);
}

/* What the C code and the description of FMI 3.0 agree on. */
static void find_interface(Emission *e)
{
  InterfaceVariables *all = interface_variables_find(e->reduced, e->arena);
  e->interface = all;
  if (e->reduced->n_vars > DEPENDENCIES_MOST_VARIABLES) return;
  Arena *arena = arena_create("structure");
  ModelStructure structure =
      model_structure_find(e->reduced, arena, session_scratch(e->s));
  interface_dependencies_find(e->reduced, all, &structure, e->arena);
  arena_destroy(arena);
}

/* All that the C compiler needs. */
static bool write_source(Emission *e)
{
  cost_begin(e->s);
  if (makes_fmi3(e)) find_interface(e);
  bool ok = find_sources(e) && emit_write_text(e, write_model_c, e->source) &&
            make_guid(e) && put_guid(e);
  cost_end(e->s, "model_c");
  return ok;
}

static bool write_description_text(void *context)
{
  return write_descriptions(context);
}

/* What is not written yet is waited for. */
static bool end_description(Emission *e)
{
  cost_begin(e->s);
  bool ok = worker_end(e->s, &e->beside);
  cost_end(e->s, "description");
  return ok && keep_texts(e);
}

/* --- library --- */

static bool give_runtime(Emission *e, CompileJob *job)
{
  assert(job->target->triplet); /* that of this machine is there */
  CompileJob runtime = *job;
  if (!crossing_check(e->s, job->target, e->reduced->sys->functions) ||
      !list_sources(e)) {
    return false;
  }
  runtime.folder = work_path(e, RUNTIME_FOLDER);
  if (mkdir(runtime.folder, 0777) != 0 && errno != EEXIST) {
    return write_file_failed(e->s, runtime.folder);
  }
  job->runtime =
      target_runtime(e->s, &runtime, e->reduced, &e->sources, e->arena);
  return job->runtime != NULL;
}

static void give_functions(const Emission *e, CompileJob *job)
{
  const FunctionTable *functions = e->reduced->sys->functions;
  if (!functions) return;
  job->include_folder = functions->include_folder;
  job->n_include_folders = functions->n_include_folders;
  job->is_foreign = functions->n_includes > 0;
  job->object = functions->library;
  job->n_objects = functions->n_libraries;
  if (e->s->files_seen) job->rule = RULE_NAME;
}

static const char *library_name(const Emission *e, const Target *target)
{
  return arena_printf(e->arena, "%s%s", e->reduced->identifier, target->ending);
}

static bool emit_asks_fast(const Emission *e)
{
  return e->options->compiler && strcmp(e->options->compiler, "fast") == 0;
}

/* Who runs the FMU once waits for the compiler; who keeps it for its steps. */
static CompileManner emit_manner(const Emission *e)
{
  if (emit_asks_fast(e)) return COMPILE_ONLY_FAST;
  bool is_free = !e->options->compiler && !getenv("CC");
  return is_free && e->options->runs_once ? COMPILE_FAST : COMPILE_WELL;
}

/* One part of the library for a target: most have one. */
static bool compile_part(Emission *e, const Target *target, int part,
                         FileBytes *file)
{
  CompileJob job = {.folder = e->folder,
                    .source = SOURCE_NAME,
                    .library = library_name(e, target),
                    .data_folder = e->data_folder,
                    .compiler = emit_asks_fast(e) ? NULL : e->options->compiler,
                    .target = target,
                    .fmi = e->options->fmi};
  if (target->triplet) {
    TargetTools tools = target_tools(e->s, target, part, e->arena);
    job.compiler = tools.compiler;
    job.archiver = tools.archiver;
    if (!give_runtime(e, &job)) return false;
  }
  give_functions(e, &job);
  ModelLibrary made;
  bool ok = model_library(e->s, &job, emit_manner(e), e->arena, &made);
  *file = made.file;
  e->by_tinycc |= made.by_tinycc;
  e->has_all_solvers |= made.has_all_solvers;
  return ok;
}

static bool compile_for(Emission *e, const Target *target)
{
  Library made = {.target = target};
  FileBytes part[TARGET_MOST_PARTS];
  int n = target_parts(target);
  for (int k = 0; k < n; k++) {
    if (!compile_part(e, target, k, &part[k])) return false;
  }
  made.file = part[0];
  if (n > 1 && !universal_join(e->arena, part, n, &made.file)) {
    diagnostic_error(e->s, NO_SPAN, E503,
                     "the compiler for %s did not make libraries of macOS",
                     target->name);
    return false;
  }
  e->library = vector_grow(e->arena, e->library, &e->cap_libraries,
                           e->n_libraries + 1, sizeof e->library[0]);
  e->library[e->n_libraries++] = made;
  return true;
}

static bool emit_compile(Emission *e)
{
  if (e->options->n_targets == 0) return compile_for(e, target_native());
  for (int k = 0; k < e->options->n_targets; k++) {
    if (!compile_for(e, &e->options->target[k])) return false;
  }
  return true;
}

/* --- archive --- */

static void emit_add_member(Emission *e, const char *name,
                            const FileBytes *file, bool is_program)
{
  assert(name[0] && name[0] != '/'); /* a path in the archive */
  MemberList *list = &e->list;
  list->member = vector_grow(e->arena, list->member, &list->cap_members,
                             list->n_members + 1, sizeof list->member[0]);
  list->member[list->n_members++] =
      (PackageMember){name, file->bytes, file->size, is_program, NULL};
}

static bool emit_add_text(Emission *e, const char *name, const char *path)
{
  struct stat info;
  if (stat(path, &info) != 0) return write_file_failed(e->s, path);
  FileBytes in_file = {NULL, (size_t)info.st_size};
  emit_add_member(e, name, &in_file, false);
  e->list.member[e->list.n_members - 1].path = path;
  return true;
}

/* A file of the data folder. */
static bool add_data(Emission *e, const char *from, const char *name)
{
  FileBytes file;
  const char *path = arena_printf(e->arena, "%s/%s", e->data_folder, from);
  if (!read_file(e->arena, path, &file)) {
    diagnostic_file_error(e->s, path, E504, "the file cannot be read: %s",
                          strerror(errno));
    return false;
  }
  emit_add_member(e, name, &file, false);
  return true;
}

static int emit_is_visible(const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

/* alphasort() would ask the user's language. */
static int emit_by_bytes(const struct dirent **a, const struct dirent **b)
{
  return strcmp((*a)->d_name, (*b)->d_name);
}

/* What is in the FMU: after all else. */
static bool add_bill(Emission *e, const FmuParts *parts)
{
  BillFiles files;
  bool is_kept = !e->options->runs_once;
  if (is_kept && !bill_files_make(e->s, e->list.member, e->list.n_members,
                                  &files, e->arena)) {
    return false;
  }
  char *bill = parts_bill(parts, e->reduced->sys->name, e->guid,
                          is_kept ? &files : NULL, e->arena);
  FileBytes file = {bill, strlen(bill)};
  emit_add_member(e, BILL_FILE_NAME, &file, false);
  return true;
}

/* What is needed of these texts, and the texts. */
static bool add_licenses(Emission *e, const FmuParts *parts)
{
  char *text = parts_license_entry(parts, e->arena);
  FileBytes file = {text, strlen(text)};
  emit_add_member(e, "documentation/licenses/license.txt", &file, false);
  const char *folder = arena_printf(e->arena, "%s/licenses", e->data_folder);
  struct dirent **entry = NULL;
  int n = scandir(folder, &entry, emit_is_visible, emit_by_bytes);
  bool ok = n > 0;
  if (!ok) {
    diagnostic_file_error(e->s, folder, E504, "there are no licence texts");
  }
  for (int k = 0; k < n; k++) {
    const char *name = entry[k]->d_name;
    if (ok && parts_need_license(parts, name)) {
      ok = add_data(e, arena_printf(e->arena, "licenses/%s", name),
                    arena_printf(e->arena, "documentation/licenses/%s", name));
    }
    free(entry[k]);
  }
  free(entry);
  return ok;
}

static bool add_cmake(Emission *e)
{
  FileBytes file;
  const char *path = work_path(e, CMAKE_NAME);
  FILE *out = fopen(path, "wb");
  if (!out) return write_file_failed(e->s, path);
  bool ok =
      sources_write_cmake(e->s, e->data_folder, e->reduced, &e->sources, out);
  bool written = fclose(out) == 0;
  if (!ok) return false;
  if (!written || !read_file(e->arena, path, &file)) {
    return write_file_failed(e->s, path);
  }
  emit_add_member(e, "sources/" CMAKE_NAME, &file, false);
  return true;
}

static bool add_build_description(Emission *e)
{
  const char *path = work_path(e, BUILD_NAME);
  FILE *out = fopen(path, "wb");
  if (!out) return write_file_failed(e->s, path);
  bool ok = build_description_write(e->reduced, &e->sources, out);
  ok = fclose(out) == 0 && ok;
  if (!ok) return write_file_failed(e->s, path);
  return emit_add_text(e, "sources/" BUILD_NAME, path);
}

static bool add_sources(Emission *e, bool is_fmi3)
{
  if (!e->options->include_sources) return true;
  if (is_fmi3 && !add_build_description(e)) return false;
  if (!emit_add_text(e, "sources/" SOURCE_NAME, e->source)) return false;
  for (int k = 0; k < e->sources.n_names; k++) {
    const char *name = e->sources.name[k];
    if (!add_data(e, arena_printf(e->arena, "source/%s", name),
                  arena_printf(e->arena, "sources/%s", name))) {
      return false;
    }
  }
  return add_cmake(e);
}

/* model.png of FMI 2.0 section 2.3, terminalsAndIcons/icon.png of FMI 3.0. */
static bool add_icon(Emission *e, const char *name)
{
  static const char signature[] = "\x89PNG\r\n\x1a\n";
  const size_t n = sizeof signature - 1;
  const char *path = e->options->icon;
  FileBytes file;
  if (!path) return true;
  if (!read_file(e->arena, path, &file)) {
    diagnostic_file_error(e->s, path, E505, "the file cannot be read: %s",
                          strerror(errno));
    return false;
  }
  if (file.size < n || memcmp(file.bytes, signature, n) != 0) {
    diagnostic_file_error(e->s, path, E505, "this is not a PNG picture");
    return false;
  }
  emit_add_member(e, name, &file, false);
  return true;
}

/* Icon and terminals; a run that is not kept needs none. */
static bool add_face(Emission *e, bool is_fmi3)
{
  const EmitOptions *o = e->options;
  if (o->runs_once) return true;
  FaceFiles files;
  if (!face_files_make(e->s, e->reduced, is_fmi3 ? e->interface : NULL,
                       o->icon != NULL, e->arena, &files)) {
    return false;
  }
  for (int k = 0; k < files.n_files; k++)
    emit_add_member(e, files.file[k].name, &files.file[k].bytes, false);
  return true;
}

/* Files that external functions will ask for by their addresses. */
static bool add_resources(Emission *e)
{
  const FunctionTable *functions = e->reduced->sys->functions;
  for (int k = 0; functions && k < functions->n_resources; k++) {
    FileBytes file;
    const char *path = functions->resource_path[k];
    files_seen_note(e->s, SEEN_CONTENT, path);
    if (!read_file(e->arena, path, &file)) {
      diagnostic_file_error(e->s, path, E505, "the file cannot be read: %s",
                            strerror(errno));
      return false;
    }
    emit_add_member(
        e, arena_printf(e->arena, "resources/%s", functions->resource_name[k]),
        &file, false);
  }
  return true;
}

static void add_library(Emission *e, const Library *library, const char *folder)
{
  const char *name = arena_printf(e->arena, "binaries/%s/%s", folder,
                                  library_name(e, library->target));
  emit_add_member(e, name, &library->file, true);
}

static bool emit_has_folder(const Emission *e, const char *folder)
{
  for (int k = 0; k < e->n_libraries; k++) {
    if (strcmp(e->library[k].target->folder, folder) == 0) return true;
  }
  return false;
}

static void add_libraries(Emission *e)
{
  for (int k = 0; k < e->n_libraries; k++) {
    const Target *target = e->library[k].target;
    add_library(e, &e->library[k], target->folder);
    if (target->also && !emit_has_folder(e, target->also)) {
      add_library(e, &e->library[k], target->also);
    }
  }
}

static void add_libraries3(Emission *e)
{
  for (int k = 0; k < e->n_libraries; k++) {
    const char *const *folder = e->library[k].target->folder3;
    for (int i = 0; i < TARGET_MOST_PARTS && folder[i]; i++)
      add_library(e, &e->library[k], folder[i]);
  }
}

static bool package_as(Emission *e, bool is_fmi3, const char *path)
{
  assert(e->n_libraries > 0);
  FileBytes page = {(char *)e->options->page, e->options->page_size};
  e->list.n_members = 0;
  if (!emit_add_text(e, DESCRIPTION_NAME,
                     is_fmi3 ? e->description3 : e->description)) {
    return false;
  }
  if (!add_icon(e, is_fmi3 ? "terminalsAndIcons/icon.png" : "model.png") ||
      !add_face(e, is_fmi3) || !add_resources(e)) {
    return false;
  }
  if (is_fmi3)
    add_libraries3(e);
  else
    add_libraries(e);
  if (page.bytes) emit_add_member(e, "documentation/index.html", &page, false);
  FmuParts parts = parts_of(e->reduced, e->has_all_solvers);
  if (!add_licenses(e, &parts) || !add_sources(e, is_fmi3) ||
      !add_bill(e, &parts)) {
    return false;
  }
  PackageUse use = e->options->runs_once ? PACKAGE_READ_ONCE : PACKAGE_KEPT;
  return package_write(e->s, path, use, e->list.member, e->list.n_members);
}

static bool package(Emission *e)
{
  const EmitOptions *o = e->options;
  if (makes_fmi2(e) && !package_as(e, false, o->output)) return false;
  return !makes_fmi3(e) ||
         package_as(e, true, makes_fmi2(e) ? o->output3 : o->output);
}

/* --- entry --- */

/* One phase and the time it took. */
static bool timed(Emission *e, bool (*phase)(Emission *), double *took)
{
  double begin = clock_now();
  bool ok = phase(e);
  *took = clock_now() - begin;
  return ok;
}

static bool find_folders(Emission *e)
{
  e->data_folder = e->options->data_folder ? e->options->data_folder
                                           : data_folder_find(e->s);
  if (!e->data_folder) return false;
  e->folder = temporary_folder(e->s);
  return e->folder != NULL;
}

/* The description of a large model is written meanwhile. */
static bool compile_beside(Emission *e, EmitReport *report)
{
  double waited = 0;
  e->beside = worker_begin(e->s, write_description_text, e, is_large(e));
  bool ok = timed(e, emit_compile, &report->compile_seconds);
  report->by_tinycc = e->by_tinycc;
  if (!ok) {
    worker_stop(e->s, &e->beside);
    return false;
  }
  ok = timed(e, end_description, &waited);
  report->emit_seconds += waited;
  return ok;
}

bool emit_fmu(Session *s, const ReducedSystem *reduced,
              const EmitOptions *options, EmitReport *report)
{
  assert(options->n_targets == 0 || options->target);
  assert(options->output && reduced->identifier);
  assert(options->fmi != FMI_BOTH || options->output3);
  Emission e = {.s = s, .reduced = reduced, .options = options};
  *report = (EmitReport){0};
  if (!find_folders(&e)) return false;
  e.arena = arena_create("FMU files");
  e.source = work_path(&e, SOURCE_NAME);
  e.description = work_path(&e, DESCRIPTION_NAME);
  e.description3 = work_path(&e, DESCRIPTION3_NAME);
  bool ok = timed(&e, write_source, &report->emit_seconds) &&
            compile_beside(&e, report) &&
            timed(&e, package, &report->package_seconds);
  arena_destroy(e.arena);
  return ok;
}
