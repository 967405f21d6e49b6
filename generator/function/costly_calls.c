/* costly_calls.c: a hash table, chained. */
#include "function/costly_calls.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum { n_chains = 256 };

typedef struct KeptCall KeptCall;
struct KeptCall {
  int function, n_args, n_results;
  const double *arg, *result; /* result NULL: it could not be carried out */
  KeptCall *next;             /* of the chain */
};

struct CostlyCalls {
  Arena *arena;
  KeptCall *chain[n_chains];
};

CostlyCalls *costly_calls_create(Arena *arena)
{
  CostlyCalls *calls = arena_alloc(arena, sizeof *calls);
  *calls = (CostlyCalls){.arena = arena};
  return calls;
}

static unsigned chain_of(int function, const double *arg, int n_args)
{
  uint64_t hash = (uint64_t)function + 1;
  for (int k = 0; k < n_args; k++) {
    uint64_t bits;
    memcpy(&bits, &arg[k], sizeof bits);
    hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  return (unsigned)(hash % n_chains);
}

bool costly_calls_find(const CostlyCalls *calls, int function,
                       const double *arg, int n_args, int k, double *result,
                       bool *good)
{
  assert(function >= 0 && n_args >= 0);
  const KeptCall *at = calls->chain[chain_of(function, arg, n_args)];
  for (; at; at = at->next) {
    if (at->function != function || at->n_args != n_args) continue;
    if (memcmp(at->arg, arg, (size_t)n_args * sizeof arg[0]) != 0) continue;
    *good = at->result != NULL;
    assert(k >= 0 && (!*good || k < at->n_results));
    if (*good) *result = at->result[k];
    return true;
  }
  return false;
}

static const double *copy_numbers(Arena *arena, const double *number, int n)
{
  double *copy = arena_array(arena, (size_t)n + 1, sizeof copy[0]);
  memcpy(copy, number, (size_t)n * sizeof copy[0]);
  return copy;
}

void costly_calls_keep(CostlyCalls *calls, int function, const double *arg,
                       int n_args, const double *result, int n_results)
{
  assert(function >= 0 && n_args >= 0 && n_results >= 0);
  KeptCall **chain = &calls->chain[chain_of(function, arg, n_args)];
  KeptCall *call = arena_alloc(calls->arena, sizeof *call);
  *call = (KeptCall){.function = function,
                     .n_args = n_args,
                     .n_results = n_results,
                     .arg = copy_numbers(calls->arena, arg, n_args),
                     .next = *chain};
  if (result) call->result = copy_numbers(calls->arena, result, n_results);
  *chain = call;
}
