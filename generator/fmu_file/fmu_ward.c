/* fmu_ward.c: see fmu_ward.h. */
#define _POSIX_C_SOURCE 200809L
#include "fmu_file/fmu_ward.h"

#include <assert.h>
#include <unistd.h>

#include "base/system/memory_limit.h"
#include "base/system/ward.h"
#include "base/temporary.h"
#include "fmu_file/fmu_output.h"

/* Plots start one; an FMU may need a few. */
enum { MOST_PROCESSES = 64 };

/* Of the memory of this machine: more would make it useless. */
static const double most_memory = 0.9;

static void fmu_ward_report(Session *s, const char *path,
                            const WardLimits *limits, const WardReport *r)
{
  switch (r->end) {
  case WARD_DONE:
  case WARD_STOPPED: break; /* nothing has to be said */
  case WARD_LEFT:
    diagnostic_file_error(s, path, E604,
                          "the FMU has ended the program, with status %d, "
                          "before the run was over",
                          r->status);
    break;
  case WARD_CRASHED:
    diagnostic_file_error(s, path, E604, "the FMU crashed: %s", r->signal_name);
    break;
  case WARD_MEMORY:
    diagnostic_file_error(s, path, E604,
                          "the FMU uses more than %.0f MB of memory "
                          "(--memory-limit)",
                          limits->megabytes);
    break;
  case WARD_TIME:
    diagnostic_file_error(s, path, E604,
                          "the run has not ended within %g s (--time-limit)",
                          limits->seconds);
    break;
  case WARD_PROCESSES:
    diagnostic_file_error(s, path, E604,
                          "the FMU has started more than %d processes",
                          limits->processes);
    break;
  }
}

bool fmu_ward_begin(Session *s, const char *path, double megabytes,
                    double seconds, int workers, FmuWardEnd *end)
{
  assert(path && megabytes >= 0 && seconds >= 0 && workers >= 0 && !s->ward);
  WardLimits limits = {.megabytes = megabytes,
                       .seconds = seconds,
                       .processes = MOST_PROCESSES + workers,
                       .output_megabytes = s->limit[LIMIT_OUTPUT],
                       .spared = temporary_guard(s)};
  if (megabytes == 0) limits.megabytes = most_memory * memory_limit_machine();
  Ward ward;
  WardReport report;
  if (ward_begin(&ward, &limits, &report)) {
    s->ward = ward.page;
    return true;
  }
  end->time = report.reached;
  end->status = report.end == WARD_DONE ? report.status : 1;
  if (report.end == WARD_STOPPED)
    end->status = 128 + report.signal; /* as shells have it */
  fmu_ward_report(s, path, &limits, &report);
  if (report.is_mute && report.end == WARD_DONE) {
    diagnostic_file_error(s, path, E604,
                          "the FMU has closed or replaced the files of this "
                          "program: its messages are lost");
    end->status = 1;
  }
  if (report.is_cut && report.end != WARD_DONE) fmu_output_warn(s, path);
  if (report.n_left > 0 && report.end == WARD_DONE)
    diagnostic_file_warning(s, path, W601,
                            "the FMU has left %d process%s running, which %s "
                            "ended",
                            report.n_left, report.n_left == 1 ? "" : "es",
                            report.n_left == 1 ? "was" : "were");
  return false;
}
