/* run_rules.h: loads and runs the FMU, stage by stage, in child processes.
 *
 * The room check/run/ owns the rules that a running FMU is judged by. It calls
 * check/rules/, fmu_file/ and base/. Reading order: this file, child.h,
 * probe.h, run_stages.h, run_main.h.
 */
#ifndef FOUCAULT_CHECK_RUN_RUN_RULES_H
#define FOUCAULT_CHECK_RUN_RUN_RULES_H

#include "check/rules/fmi2_variables.h"
#include "check/run/child.h"
#include "fmu_file/archive.h"

/* Unpacks the archive to a temporary folder. `csv` names the table of outputs
 * or is NULL; version: of FMI, 2 or 3. */
void run_rules(Findings *f, const Archive *archive, const CheckTable *table,
               int version, const char *bytes, size_t length,
               const ChildLimits *limits, const char *csv);

#endif
