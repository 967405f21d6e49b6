/* c_compile.c: finds the C compiler, runs it, reports what it says.
 *
 * The runtime lies in an archive, from which the linker takes only what is
 * asked for. Nothing in model.c asks for the FMI functions: they are asked
 * for by name (-u), and the version script keeps all other symbols inside.
 */
#define _POSIX_C_SOURCE 200809L
#include "emit/c_compile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/vector.h"
#include "emit/read_file.h"

#define LOG_NAME "compiler.log"
#define LOG_LINES 12 /* shown to the user */

/* All functions of FMI 2.0, section 2.1.5, 2.1.6, 3.2 and 4.2. */
static const char *const fmi_function[] = {"fmi2GetTypesPlatform",
                                           "fmi2GetVersion",
                                           "fmi2SetDebugLogging",
                                           "fmi2Instantiate",
                                           "fmi2FreeInstance",
                                           "fmi2SetupExperiment",
                                           "fmi2EnterInitializationMode",
                                           "fmi2ExitInitializationMode",
                                           "fmi2Terminate",
                                           "fmi2Reset",
                                           "fmi2GetReal",
                                           "fmi2GetInteger",
                                           "fmi2GetBoolean",
                                           "fmi2GetString",
                                           "fmi2SetReal",
                                           "fmi2SetInteger",
                                           "fmi2SetBoolean",
                                           "fmi2SetString",
                                           "fmi2GetFMUstate",
                                           "fmi2SetFMUstate",
                                           "fmi2FreeFMUstate",
                                           "fmi2SerializedFMUstateSize",
                                           "fmi2SerializeFMUstate",
                                           "fmi2DeSerializeFMUstate",
                                           "fmi2GetDirectionalDerivative",
                                           "fmi2EnterEventMode",
                                           "fmi2NewDiscreteStates",
                                           "fmi2EnterContinuousTimeMode",
                                           "fmi2CompletedIntegratorStep",
                                           "fmi2SetTime",
                                           "fmi2SetContinuousStates",
                                           "fmi2GetDerivatives",
                                           "fmi2GetEventIndicators",
                                           "fmi2GetContinuousStates",
                                           "fmi2GetNominalsOfContinuousStates",
                                           "fmi2SetRealInputDerivatives",
                                           "fmi2GetRealOutputDerivatives",
                                           "fmi2DoStep",
                                           "fmi2CancelStep",
                                           "fmi2GetStatus",
                                           "fmi2GetRealStatus",
                                           "fmi2GetIntegerStatus",
                                           "fmi2GetBooleanStatus",
                                           "fmi2GetStringStatus"};

#define N_FMI_FUNCTIONS (sizeof fmi_function / sizeof fmi_function[0])

/* The words of a command; the last is NULL when it is run. */
typedef struct Command {
  Arena *arena;
  const char **word;
  int n_words, cap_words;
} Command;

static void add(Command *c, const char *word)
{
  c->word = vector_grow(c->arena, c->word, &c->cap_words, c->n_words + 1,
                        sizeof c->word[0]);
  c->word[c->n_words++] = word;
}

/* --- which compiler --- */

static bool is_program(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
         access(path, X_OK) == 0;
}

/* As execvp() searches: a name with a slash is a path. */
static bool can_run(Arena *arena, const char *name)
{
  if (strchr(name, '/')) return is_program(name);
  const char *at = getenv("PATH");
  while (at && *at) {
    size_t n = strcspn(at, ":");
    const char *path =
        n == 0 ? name : arena_printf(arena, "%.*s/%s", (int)n, at, name);
    if (is_program(path)) return true;
    at += n;
    if (*at) at++;
  }
  return false;
}

static void add_words(Command *c, const char *text)
{
  for (;;) {
    text += strspn(text, " \t");
    size_t n = strcspn(text, " \t");
    if (n == 0) return;
    add(c, arena_copy_text(c->arena, text, n));
    text += n;
  }
}

static bool report_missing(Session *s, const char *named)
{
  if (named) {
    diagnostic_error(s, NO_SPAN, E502, "the C compiler %s cannot be run",
                     named);
  } else {
    diagnostic_error(s, NO_SPAN, E502,
                     "no C compiler: none of cc, gcc, clang is in PATH; on "
                     "Debian or Ubuntu: apt-get install gcc");
  }
  return false;
}

static bool add_compiler(Session *s, const CompileJob *job, Command *c)
{
  static const char *const usual[] = {"cc", "gcc", "clang"};
  const char *named = job->compiler ? job->compiler : getenv("CC");
  if (named) add_words(c, named);
  if (c->n_words > 0) {
    return can_run(c->arena, c->word[0]) || report_missing(s, c->word[0]);
  }
  for (size_t k = 0; k < sizeof usual / sizeof usual[0]; k++) {
    if (can_run(c->arena, usual[k])) {
      add(c, usual[k]);
      return true;
    }
  }
  return report_missing(s, NULL);
}

/* --- what it is told --- */

/* No contraction to fused multiply-add: the same numbers on every machine.
 * errno of sqrt() is of no use. -O1 without -fstrict-aliasing: with it gcc
 * takes twice as long for long functions and saves one load a statement. */
static void add_options(Command *c, const CompileJob *job)
{
  static const char *const options[] = {"-std=c99",
                                        "-O1",
                                        "-fPIC",
                                        "-fvisibility=hidden",
                                        "-ffp-contract=off",
                                        "-fno-math-errno",
                                        "-shared",
                                        "-s",
                                        "-Wl,--no-undefined",
                                        "-Wl,--gc-sections"};
  for (size_t k = 0; k < sizeof options / sizeof options[0]; k++) {
    add(c, options[k]);
  }
  add(c, "-I");
  add(c, arena_printf(c->arena, "%s/include", job->data_folder));
  for (int k = 0; k < job->n_include_folders; k++) {
    add(c, "-I");
    add(c, job->include_folder[k]);
  }
  /* Through -Xlinker: -Wl would split a path at its commas. */
  add(c, "-Xlinker");
  add(c, arena_printf(c->arena, "--version-script=%s/lib/export.map",
                      job->data_folder));
  for (size_t k = 0; k < N_FMI_FUNCTIONS; k++) {
    add(c, "-u");
    add(c, fmi_function[k]);
  }
  add(c, "-o");
  add(c, job->library);
  add(c, job->source);
  for (int k = 0; k < job->n_objects; k++) add(c, job->object[k]);
  add(c, arena_printf(c->arena, "%s/lib/libfoucault_fmu.a", job->data_folder));
  add(c, "-lm");
}

static bool installation_is_complete(Session *s, const CompileJob *job)
{
  static const char *const needed[] = {"include/model.h", "lib/export.map",
                                       "lib/libfoucault_fmu.a"};
  for (size_t k = 0; k < sizeof needed / sizeof needed[0]; k++) {
    const char *path =
        arena_printf(session_scratch(s), "%s/%s", job->data_folder, needed[k]);
    if (access(path, R_OK) == 0) continue;
    diagnostic_file_error(s, path, E504, "the file cannot be read: %s",
                          strerror(errno));
    return false;
  }
  return true;
}

/* --- running it --- */

/* In the child: its output goes to the log, its temporary files into the
 * work folder, where they are removed with it. */
static _Noreturn void become(const Command *c, const CompileJob *job)
{
  int nothing = open("/dev/null", O_RDONLY);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM); /* nobody would wait for the result */
#endif
  if (chdir(job->folder) != 0) _exit(127);
  int log = open(LOG_NAME, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (nothing < 0 || log < 0) _exit(127);
  dup2(nothing, STDIN_FILENO);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  setenv("TMPDIR", job->folder, 1);
  setenv("LC_ALL", "C", 1);
  execvp(c->word[0], (char *const *)c->word);
  _exit(127);
}

/* The exit status; -1 if it could not be started or was killed. */
static int run(const Command *c, const CompileJob *job)
{
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) become(c, job);
  if (child < 0) return -1;
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void report_failure(Session *s, const Command *c, const CompileJob *job)
{
  FileBytes log;
  const char *path = arena_printf(c->arena, "%s/" LOG_NAME, job->folder);
  Diagnostic *d = diagnostic_error(s, NO_SPAN, E503, "the C compiler %s failed",
                                   c->word[0]);
  if (!read_file(c->arena, path, &log)) return;
  const char *at = log.bytes;
  for (int k = 0; k < LOG_LINES && *at; k++) {
    size_t n = strcspn(at, "\n");
    diagnostic_note(s, d, NO_SPAN, "%.*s", (int)n, at);
    at += n;
    if (*at) at++;
  }
}

static bool run_reported(Session *s, Command *c, const CompileJob *job)
{
  add(c, NULL);
  if (run(c, job) == 0) return true;
  report_failure(s, c, job);
  return false;
}

bool c_compile(Session *s, const CompileJob *job)
{
  ArenaMark mark = arena_mark(session_scratch(s));
  Command c = {.arena = session_scratch(s)};
  bool ok = add_compiler(s, job, &c) && installation_is_complete(s, job);
  if (ok) {
    add_options(&c, job);
    ok = run_reported(s, &c, job);
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
  Command c = {.arena = session_scratch(s)};
  bool ok = add_compiler(s, job, &c) && installation_is_complete(s, job);
  if (ok) {
    add_words(&c, c_compile_object_options());
    add(&c, "-I");
    add(&c, arena_printf(c.arena, "%s/include", job->data_folder));
    for (int k = 0; k < n_options; k++) add(&c, option[k]);
    add(&c, "-o");
    add(&c, object);
    add(&c, source);
    ok = run_reported(s, &c, job);
  }
  arena_release(mark);
  return ok;
}
