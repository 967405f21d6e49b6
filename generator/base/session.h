/* session.h: everything one run of the program shares.
 *
 * The room base/ owns what every stage needs: memory, names, source texts,
 * diagnostics, units, child processes. It calls base/text/ alone. Reading
 * order: this file, arena.h and vector.h (memory), diagnostic.h with
 * diagnostic_codes.def; the others are read when they are needed.
 *
 * The session owns the arenas of all stages, the interned names, the source
 * texts and the diagnostics. It is passed to every pass; there are no globals.
 */
#ifndef FOUCAULT_BASE_SESSION_H
#define FOUCAULT_BASE_SESSION_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/cost.h"
#include "base/diagnostic.h"
#include "base/interned_string.h"
#include "base/source_text.h"
#include "base/system/limits.h"

struct ExprTable; /* symbolic/expr.h */
struct FilesSeen; /* base/files_seen.h */
struct KeptFiles; /* base/serve/kept_files.h */
struct Temporary; /* base/temporary.h */
struct WardPage;  /* base/system/ward.h */

typedef enum ColorMode { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorMode;

typedef struct Session {
  /* one arena per stage, docs/pipeline.md */
  Arena *session_arena; /* text, names, expressions, diagnostics */
  Arena *syntax_arena;
  Arena *instance_arena;
  Arena *flat_arena;
  Arena *system_arena;
  Arena *reduced_arena;
  Arena *scratch_arena; /* marked and released by each pass */
  Arena *text_arena;    /* of new source texts: that of the session, usually */

  NameTable *names;
  struct ExprTable *expressions; /* set by lower_to_system() */

  struct Temporary *temporary;  /* NULL: nothing temporary yet */
  struct FilesSeen *files_seen; /* NULL: nobody asks */
  struct KeptFiles *kept;       /* NULL: nothing is kept between runs */
  /* The source that is kept for a path, -1: none. NULL: as kept. */
  int (*kept_source)(const struct Session *s, const char *path);
  struct WardPage *ward; /* NULL: no other process watches this one */

  SourceText **source;
  int n_sources, cap_sources;

  Diagnostic **diagnostic;
  int n_diagnostics, cap_diagnostics;
  int n_errors;
  int n_printed; /* diagnostics already on `messages` */

  Cost *cost; /* base/cost.h */
  int n_costs, cap_costs;
  double cost_since, elapsed_since;
  int n_workers;       /* at work, base/worker.h */
  size_t worker_bytes; /* what they, and those that ended meanwhile, use */
  size_t shared_peak;  /* bytes of the program and its workers at most */

  FILE *messages; /* stderr, or another stream in tests; not owned */
  ColorMode color;
  bool quiet;                       /* no warnings, no progress */
  bool silent[N_DIAGNOSTIC_CODES];  /* warnings that are switched off */
  bool refused[N_DIAGNOSTIC_CODES]; /* warnings that count as errors */
  int limit[N_LIMITS];   /* how much a model may ask for, limits.def */
  double unpacked_mib;   /* of archives so far, fmu_file/archive.h */
  bool library_warnings; /* those about declarations in libraries too */
  bool verbose;          /* say what each phase does */
  bool is_tolerant; /* what can be read of files with syntax errors is taken */
} Session;

Session *session_create(void);
void session_destroy(Session *s);

Name session_name(Session *s, const char *text); /* zero-terminated */
Name session_name_n(Session *s, const char *text, size_t n);
Arena *session_scratch(Session *s);

/* Registers text that is in memory already; that of files: source_read.h. */
int session_add_source(Session *s, const char *path, const char *bytes,
                       int32_t length);
const SourceText *session_source(const Session *s, int32_t index);
/* Is it a file of a library (true), or one of the user's? The user's at first. */
void session_set_library(Session *s, int32_t source, bool is_library);

#endif
