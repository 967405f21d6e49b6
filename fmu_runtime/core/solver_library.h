/* solver_library.h: what SUNDIALS 6 and 7 do not call alike.
 *
 * Both are supported, from 6.4 on. Version 7 gives a context a communicator of
 * a type of its own, and error handlers to the context where version 6 gives
 * them to each solver. Its warnings go to a logger that writes to stdout, not to
 * the handler: the context is left without one, since an FMU speaks to its
 * importer alone.
 */
#ifndef FOUCAULT_SOLVER_LIBRARY_H
#define FOUCAULT_SOLVER_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>

/* Who takes the messages of a solver. It outlives the solver. */
typedef struct SolverListener {
  const char *solver; /* "CVODE" */
  void (*take)(bool is_warning, const char *solver, const char *message,
               void *data);
  void *data;
} SolverListener;

static inline void solver_library_hand_over(const SolverListener *listener,
                                            int code, const char *message)
{
  if (!listener) return;
  listener->take(code > 0, listener->solver, message, listener->data);
}

#if SUNDIALS_VERSION_MAJOR < 7

static inline bool solver_library_create(SUNContext *context)
{
  return SUNContext_Create(NULL, context) == 0;
}

static inline void solver_library_hear(int code, const char *module,
                                       const char *function, char *message,
                                       void *listener)
{
  (void)module;
  (void)function;
  solver_library_hand_over((const SolverListener *)listener, code, message);
}

/* Sends the messages of a solver to the listener, or to nobody (NULL); true:
 * done. `set` is the solver's function for it in version 6:
 * CVodeSetErrHandlerFn. */
#define SOLVER_LIBRARY_LISTEN(set, memory, context, listener)                  \
  ((void)(context), set(memory, solver_library_hear, listener) == 0)

#else

/* Frees the context where it fails. */
static inline bool solver_library_create(SUNContext *context)
{
  if (SUNContext_Create(SUN_COMM_NULL, context) != 0) return false;
  if (SUNContext_ClearErrHandlers(*context) == 0 &&
      SUNContext_SetLogger(*context, NULL) == 0)
    return true;
  SUNContext_Free(context);
  return false;
}

static inline void solver_library_hear(int line, const char *function,
                                       const char *file, const char *message,
                                       SUNErrCode code, void *listener,
                                       SUNContext context)
{
  (void)line;
  (void)function;
  (void)file;
  (void)context;
  solver_library_hand_over((const SolverListener *)listener, code, message);
}

#define SOLVER_LIBRARY_LISTEN(set, memory, context, listener)                  \
  ((void)(memory),                                                             \
   SUNContext_PushErrHandler(context, solver_library_hear, listener) == 0)

#endif

#endif
