/* emit.h: from the reduced system to one FMU on the disk.
 *
 * The rooms of emit/ are, lowest first: text/, kernel/, function/, blocks/,
 * interface/, model/, fast/, package/, foreign/, xml/. A room calls itself, the rooms before it,
 * and reduce/, function/, symbolic/ and base/. Reading order: emit.c,
 * model/model_c.h with templates/model.c.in, kernel/kernel.h,
 * xml/model_description.h, package/package.h.
 *
 * needs   reduced_check() holds; a C compiler and the data folder
 * gives   the FMU: modelDescription.xml, terminals, a shared library with runtime and
 *         solvers inside for each target, licences; same model, same bytes
 * keeps   an FMU that was at `output` before, if anything fails
 * fails   E501 a file, E502 no compiler, E503 the compiler, E504 data folder,
 *         E505 the icon, E506 sources that are not ours to give, E507 what
 *         a target needs
 */
#ifndef FOUCAULT_EMIT_EMIT_H
#define FOUCAULT_EMIT_EMIT_H

#include <stdbool.h>

#include "emit/package/fmi_functions.h"
#include "emit/package/target.h"
#include "reduce/system/reduced.h"

typedef struct EmitOptions {
  const char *output;                 /* path of the FMU */
  FmiVersions fmi;                    /* that it is for; 0: 2.0 */
  const char *output3;                /* of both versions: the FMU of 3.0 */
  bool co_simulation, model_exchange; /* none of the three: both */
  bool scheduled_execution;
  bool no_loops;        /* see ModelCOptions */
  bool include_sources; /* all that is needed to compile it elsewhere */
  const char *page;     /* documentation/index.html; NULL: none */
  size_t page_size;
  const char *icon;        /* path of a PNG picture; NULL: none */
  const char *keep_folder; /* model.c and modelDescription.xml stay here, to
                              be looked at; NULL: no */
  const char *compiler;    /* of this machine: "fast", or as $CC; NULL: $CC,
                              else cc, gcc, clang of PATH */
  bool runs_once;          /* it is not kept: TinyCC, if it can */
  const Target *target;    /* with folders that differ */
  int n_targets;           /* 0: this machine */
  const char *data_folder; /* absolute; NULL: data_folder_find() */
} EmitOptions;

/* Wall-clock seconds; of phases that were not reached 0. */
typedef struct EmitReport {
  double emit_seconds;    /* C and XML text */
  double compile_seconds; /* C compiler */
  double package_seconds; /* archive */
  bool by_tinycc;         /* it compiled model.c */
} EmitReport;

/* temporary_end() by the caller, at the end of the run. */
bool emit_fmu(Session *s, const ReducedSystem *reduced,
              const EmitOptions *options, EmitReport *report);

#endif
