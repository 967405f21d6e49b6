/* fake_fmu3.h: the functions of an FMU of FMI 3.0 without a library: an array
 * x of 3, an Int8 i, a UInt64 w, Strings s of 2, a Binary b and a clock c. */
#ifndef FOUCAULT_TESTS_FAKE_FMU3_H
#define FOUCAULT_TESTS_FAKE_FMU3_H

#include <stdio.h>
#include <string.h>

#include "fmu_file/fmi3/fmu3.h"
#include "session_fixture.h"

static const char fake_text[] =
    "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"M\""
    " instantiationToken=\"t\">"
    "<ModelExchange modelIdentifier=\"m\"/>"
    "<CoSimulation modelIdentifier=\"m\" hasEventMode=\"true\""
    " canHandleVariableCommunicationStepSize=\"true\"/>"
    "<ModelVariables>"
    "<Float64 name=\"x\" valueReference=\"7\" causality=\"input\">"
    "<Dimension start=\"3\"/></Float64>"
    "<Int8 name=\"i\" valueReference=\"8\" causality=\"input\" start=\"0\"/>"
    "<UInt64 name=\"w\" valueReference=\"9\" causality=\"parameter\""
    " start=\"0\"/>"
    "<String name=\"s\" valueReference=\"10\"><Dimension start=\"2\"/></String>"
    "<Binary name=\"b\" valueReference=\"11\"/>"
    "<Clock name=\"c\" valueReference=\"12\" causality=\"input\""
    " intervalVariability=\"constant\" intervalDecimal=\"0.5\""
    " shiftDecimal=\"0.25\"/>"
    "</ModelVariables></fmiModelDescription>";

/* The FMU itself; one in a process. */
static struct {
  double x[3], time;
  int8_t i;
  uint64_t w;
  const char *s[2];
  uint8_t b[8];
  size_t n_b;
  bool is_active;
  int n_ticks, n_events, n_steps;
  bool wants_event; /* at the middle of the next step */
  char said[200];
} fake;

#define FAKE_UNUSED __attribute__((unused))

static fmi2Status fake_get_x(void *c, const uint32_t *r, size_t n, double *v,
                             size_t k)
{
  (void)c;
  if (n != 1 || r[0] != 7 || k != 3) return fmi2Error;
  memcpy(v, fake.x, sizeof fake.x);
  return fmi2OK;
}

static fmi2Status fake_set_x(void *c, const uint32_t *r, size_t n,
                             const double *v, size_t k)
{
  (void)c;
  if (n != 1 || r[0] != 7 || k != 3) return fmi2Error;
  memcpy(fake.x, v, sizeof fake.x);
  return fmi2OK;
}

static fmi2Status fake_get_i(void *c, const uint32_t *r, size_t n, int8_t *v,
                             size_t k)
{
  (void)c;
  if (n != 1 || r[0] != 8 || k != 1) return fmi2Error;
  v[0] = fake.i;
  return fmi2OK;
}

static fmi2Status fake_set_i(void *c, const uint32_t *r, size_t n,
                             const int8_t *v, size_t k)
{
  (void)c;
  if (n != 1 || r[0] != 8 || k != 1) return fmi2Error;
  fake.i = v[0];
  return fmi2OK;
}

static fmi2Status fake_set_w(void *c, const uint32_t *r, size_t n,
                             const uint64_t *v, size_t k)
{
  (void)c;
  if (n != 1 || r[0] != 9 || k != 1) return fmi2Error;
  fake.w = v[0];
  return fmi2OK;
}

static fmi2Status fake_get_s(void *c, const uint32_t *r, size_t n,
                             const char **v, size_t k)
{
  (void)c, (void)r;
  if (n != 1 || k != 2) return fmi2Error;
  for (int i = 0; i < 2; i++) v[i] = fake.s[i];
  return fmi2OK;
}

static fmi2Status fake_set_s(void *c, const uint32_t *r, size_t n,
                             const char *const *v, size_t k)
{
  (void)c, (void)r;
  if (n != 1 || k != 2) return fmi2Error;
  for (int i = 0; i < 2; i++) fake.s[i] = v[i];
  return fmi2OK;
}

static fmi2Status fake_get_b(void *c, const uint32_t *r, size_t n, size_t *size,
                             const uint8_t **v, size_t k)
{
  (void)c, (void)r;
  if (n != 1 || k != 1) return fmi2Error;
  size[0] = fake.n_b;
  v[0] = fake.b;
  return fmi2OK;
}

static fmi2Status fake_set_b(void *c, const uint32_t *r, size_t n,
                             const size_t *size, const uint8_t *const *v,
                             size_t k)
{
  (void)c, (void)r;
  if (n != 1 || k != 1 || size[0] > sizeof fake.b) return fmi2Error;
  memcpy(fake.b, v[0], size[0]);
  fake.n_b = size[0];
  return fmi2OK;
}

static fmi2Status fake_set_clock(void *c, const uint32_t *r, size_t n,
                                 const bool *v)
{
  (void)c;
  if (n != 1 || r[0] != 12) return fmi2Error;
  fake.is_active = v[0];
  return fmi2OK;
}

/* y = (x1 + 2 x2 + 3 x3), of the element that is asked for. */
static fmi2Status fake_directional(void *c, const uint32_t *u, size_t nu,
                                   const uint32_t *k, size_t nk,
                                   const double *seed, size_t n_seed,
                                   double *out, size_t n_out)
{
  (void)c, (void)u, (void)k;
  if (nu != 1 || nk != 1 || n_seed != 3 || n_out != 3) return fmi2Error;
  for (size_t i = 0; i < 3; i++) out[i] = (double)(i + 1) * seed[i];
  return fmi2OK;
}

static fmi2Status fake_update(void *c, bool *again, bool *ends, bool *nominals,
                              bool *values, bool *has_next, double *next)
{
  (void)c;
  *again = *ends = *nominals = *values = *has_next = false;
  *next = 0;
  fake.n_ticks += fake.is_active;
  fake.is_active = false;
  fake.n_events++;
  return fmi2OK;
}

static fmi2Status fake_mode(void *c)
{
  (void)c;
  return fmi2OK;
}

static fmi2Status fake_enter_initialization(void *c, bool has_tolerance,
                                            double tolerance, double start,
                                            bool has_stop, double stop)
{
  (void)c, (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  fake.time = start;
  return fmi2OK;
}

static fmi2Status fake_do_step(void *c, double time, double size, bool no_set,
                               bool *event, bool *ends, bool *early,
                               double *last)
{
  (void)c, (void)no_set;
  *event = *early = fake.wants_event;
  *ends = false;
  *last = time + (fake.wants_event ? size / 2 : size);
  fake.wants_event = false;
  fake.time = *last;
  fake.n_steps++;
  return fmi2OK;
}

static fmi2Status fake_logging(void *c, bool on, size_t n,
                               const char *const *category)
{
  (void)c, (void)on, (void)n, (void)category;
  return fmi2OK;
}

static void fake_free(void *c)
{
  (void)c;
}

static void *fake_instantiate(const char *name, const char *token,
                              const char *resources, bool visible, bool logging,
                              bool events, bool early, const uint32_t *r,
                              size_t n, void *environment, Fmi3LogFunction *log,
                              Fmi3IntermediateFunction *update)
{
  (void)name, (void)resources, (void)visible, (void)logging, (void)events;
  (void)early, (void)r, (void)n, (void)environment, (void)log, (void)update;
  return strcmp(token, "t") == 0 ? &fake : NULL;
}

static void fake_logger(fmi2ComponentEnvironment environment, fmi2String name,
                        fmi2Status status, fmi2String category,
                        fmi2String format, ...)
{
  (void)environment, (void)name, (void)status, (void)category;
  va_list args;
  va_start(args, format);
  vsnprintf(fake.said, sizeof fake.said, format, args);
  va_end(args);
}

static Fmi3Calls fake_calls(void)
{
  return (Fmi3Calls){.SetDebugLogging = fake_logging,
                     .FreeInstance = fake_free,
                     .EnterInitializationMode = fake_enter_initialization,
                     .ExitInitializationMode = fake_mode,
                     .Terminate = fake_mode,
                     .Reset = fake_mode,
                     .GetFloat64 = fake_get_x,
                     .SetFloat64 = fake_set_x,
                     .GetInt8 = fake_get_i,
                     .SetInt8 = fake_set_i,
                     .SetUInt64 = fake_set_w,
                     .GetString = fake_get_s,
                     .SetString = fake_set_s,
                     .GetBinary = fake_get_b,
                     .SetBinary = fake_set_b,
                     .SetClock = fake_set_clock,
                     .GetDirectionalDerivative = fake_directional,
                     .EnterEventMode = fake_mode,
                     .EnterStepMode = fake_mode,
                     .UpdateDiscreteStates = fake_update,
                     .InstantiateCoSimulation = fake_instantiate,
                     .DoStep = fake_do_step};
}

/* An instance for Co-Simulation; `fmu` and `calls` live as long as it does. */
FAKE_UNUSED static Fmu3 *fake_instance(SessionFixture *f, Fmu *fmu,
                                       Fmi3Calls *calls,
                                       void (*event)(void *, double))
{
  memset(&fake, 0, sizeof fake);
  *calls = fake_calls();
  *fmu = (Fmu){.description = description_read(f->s, "x.fmu", fake_text,
                                               sizeof fake_text - 1),
               .three = calls};
  fmu3_dress(fmu);
  fmi2CallbackFunctions callbacks = {.logger = fake_logger};
  return fmu3_instantiate(fmu, "a", fmi2CoSimulation, "t", &callbacks,
                          fmi2False, event);
}

#endif
