/* gradient.c: what derivatives of an FMU of FMI 3.0 cost beside one evaluation.
 *
 *   gradient LIBRARY TOKEN N STATES DERIVATIVES INPUTS ROUNDS
 *
 * STATES, DERIVATIVES, INPUTS are value references of arrays of N Reals. A line
 * for each round, in nanoseconds of CPU time: of one evaluation of all
 * derivatives, one call of fmi3GetAdjointDerivative (all inputs and states), one
 * of fmi3GetDirectionalDerivative, each after new states were set; and the
 * largest error of the adjoint beside the sums of the directional ones. Exit
 * status 1: a call failed, and its name was printed.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fmi3.h"

typedef struct Gradient {
  void *library;
  fmi3Instance instance;
  size_t n;
  fmi3ValueReference states, derivatives, known[2]; /* inputs, states */
  double *x, *dx, *seed, *sensitivity;
  fmi3Status (*set_states)(fmi3Instance, const fmi3Float64[], size_t);
  fmi3Status (*get_derivatives)(fmi3Instance, fmi3Float64[], size_t);
  fmi3Status (*adjoint)(fmi3Instance, const fmi3ValueReference[], size_t,
                        const fmi3ValueReference[], size_t, const fmi3Float64[],
                        size_t, fmi3Float64[], size_t);
  fmi3Status (*directional)(fmi3Instance, const fmi3ValueReference[], size_t,
                            const fmi3ValueReference[], size_t,
                            const fmi3Float64[], size_t, fmi3Float64[], size_t);
} Gradient;

static void *gradient_find(const Gradient *g, const char *name)
{
  void *found = dlsym(g->library, name);
  if (found) return found;
  printf("%s is missing\n", name);
  exit(1);
}

static void gradient_check(fmi3Status status, const char *call)
{
  if (status == fmi3OK) return;
  printf("%s returned %d\n", call, (int)status);
  exit(1);
}

static void log_line(fmi3InstanceEnvironment environment, fmi3Status status,
                     fmi3String category, fmi3String message)
{
  (void)environment, (void)status;
  fprintf(stderr, "%s: %s\n", category, message);
}

/* An instance in Continuous-Time Mode. */
static void gradient_begin(Gradient *g, const char *token)
{
  fmi3Instance (*make)(fmi3String, fmi3String, fmi3String, fmi3Boolean,
                       fmi3Boolean, fmi3InstanceEnvironment,
                       fmi3LogMessageCallback) =
      gradient_find(g, "fmi3InstantiateModelExchange");
  fmi3Status (*enter)(fmi3Instance, fmi3Boolean, fmi3Float64, fmi3Float64,
                      fmi3Boolean, fmi3Float64) =
      gradient_find(g, "fmi3EnterInitializationMode");
  fmi3Status (*leave)(fmi3Instance) =
      gradient_find(g, "fmi3ExitInitializationMode");
  fmi3Status (*update)(fmi3Instance, fmi3Boolean *, fmi3Boolean *,
                       fmi3Boolean *, fmi3Boolean *, fmi3Boolean *,
                       fmi3Float64 *) =
      gradient_find(g, "fmi3UpdateDiscreteStates");
  fmi3Status (*go)(fmi3Instance) =
      gradient_find(g, "fmi3EnterContinuousTimeMode");
  g->instance = make("bench", token, NULL, false, false, NULL, log_line);
  if (!g->instance) gradient_check(fmi3Error, "fmi3InstantiateModelExchange");
  gradient_check(enter(g->instance, false, 0, 0, false, 0),
                 "fmi3EnterInitializationMode");
  gradient_check(leave(g->instance), "fmi3ExitInitializationMode");
  fmi3Boolean more, ends, nominals, values, defined;
  double next;
  gradient_check(
      update(g->instance, &more, &ends, &nominals, &values, &defined, &next),
      "fmi3UpdateDiscreteStates");
  gradient_check(go(g->instance), "fmi3EnterContinuousTimeMode");
}

/* New states, so that nothing is known any more. */
static void gradient_move(Gradient *g, int k)
{
  for (size_t i = 0; i < g->n; i++)
    g->x[i] = 0.5 + 1e-3 * (double)((i + (size_t)k) % 7);
  gradient_check(g->set_states(g->instance, g->x, g->n),
                 "fmi3SetContinuousStates");
}

static void gradient_evaluate(Gradient *g)
{
  gradient_check(g->get_derivatives(g->instance, g->dx, g->n),
                 "fmi3GetContinuousStateDerivatives");
}

static void gradient_backward(Gradient *g)
{
  gradient_check(g->adjoint(g->instance, &g->derivatives, 1, g->known, 2,
                            g->seed, g->n, g->sensitivity, 2 * g->n),
                 "fmi3GetAdjointDerivative");
}

static void gradient_forward(Gradient *g)
{
  gradient_check(g->directional(g->instance, &g->derivatives, 1, g->known, 2,
                                g->seed, 2 * g->n, g->dx, g->n),
                 "fmi3GetDirectionalDerivative");
}

/* Nanoseconds of one of them, by at least 20 ms. */
static double gradient_cost(Gradient *g, void (*one)(Gradient *))
{
  for (long n = 1;; n *= 4) {
    clock_t begin = clock();
    for (long k = 0; k < n; k++) {
      gradient_move(g, (int)(k % 100));
      one(g);
    }
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (seconds > 0.02) return 1e9 * seconds / (double)n;
  }
}

/* The sum of all derivatives by each known: one way back, and 2 n forward. */
static double gradient_error(Gradient *g)
{
  double largest = 0;
  gradient_move(g, 0);
  for (size_t i = 0; i < g->n; i++) g->seed[i] = 1;
  gradient_backward(g);
  for (size_t i = 0; i < 2 * g->n; i++) g->seed[i] = 0;
  for (size_t i = 0; i < 2 * g->n; i++) {
    double sum = 0;
    g->seed[i] = 1;
    gradient_forward(g);
    g->seed[i] = 0;
    for (size_t k = 0; k < g->n; k++) sum += g->dx[k];
    double error = fabs(sum - g->sensitivity[i]) / (1 + fabs(sum));
    if (!(error <= largest)) largest = error;
  }
  for (size_t i = 0; i < 2 * g->n; i++) g->seed[i] = 1;
  return largest;
}

int main(int argc, char **argv)
{
  if (argc != 8) return 2;
  Gradient g = {.library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL),
                .n = (size_t)atol(argv[3])};
  if (!g.library) {
    printf("%s\n", dlerror());
    return 1;
  }
  g.states = (fmi3ValueReference)atol(argv[4]);
  g.derivatives = (fmi3ValueReference)atol(argv[5]);
  g.known[0] = (fmi3ValueReference)atol(argv[6]);
  g.known[1] = g.states;
  g.set_states = gradient_find(&g, "fmi3SetContinuousStates");
  g.get_derivatives = gradient_find(&g, "fmi3GetContinuousStateDerivatives");
  g.adjoint = gradient_find(&g, "fmi3GetAdjointDerivative");
  g.directional = gradient_find(&g, "fmi3GetDirectionalDerivative");
  g.x = calloc(6 * g.n, sizeof(double));
  if (!g.x) return 1;
  g.dx = g.x + g.n;
  g.seed = g.dx + g.n;
  g.sensitivity = g.seed + 2 * g.n;
  gradient_begin(&g, argv[2]);
  double error = gradient_error(&g);
  for (int k = 0; k < atoi(argv[7]); k++) {
    double one = gradient_cost(&g, gradient_evaluate);
    double back = gradient_cost(&g, gradient_backward);
    double forward = gradient_cost(&g, gradient_forward);
    printf("%.1f %.1f %.1f %.3g\n", one, back, forward, error);
  }
  free(g.x);
  return 0;
}
