/* confine.h: what this process, and all it starts, may still do.
 *
 * For code that comes with a model and runs while the model is translated.
 * There is no way back. Files may be read; they are written, made and changed
 * in one folder alone, which is the one for temporary files, and in what is
 * open already. There is no network, there are no new privileges, other
 * processes are out of reach (seccomp.h).
 *
 * needs   Linux: Landlock (5.13) or name spaces (5.12) for files, name spaces
 *         or seccomp for the network; what the system does not have is left
 *         out, and said
 */
#ifndef FOUCAULT_BASE_SYSTEM_CONFINE_H
#define FOUCAULT_BASE_SYSTEM_CONFINE_H

typedef struct ConfineLimits {
  double megabytes; /* of addresses */
  int seconds;      /* of processor time */
  int descriptors;
  int processes; /* where they can be counted: not those of root */
  double file_megabytes;
  const char *folder; /* where files may be written; absolute */
} ConfineLimits;

/* What the system does not keep it from, as bits. */
typedef enum ConfineMissing {
  CONFINE_FILES = 1,   /* files can be written elsewhere */
  CONFINE_NETWORK = 2, /* there is a network */
  CONFINE_CALLS = 4    /* seccomp_begin() has failed */
} ConfineMissing;

typedef struct Confined {
  unsigned missing;
  int asks; /* of seccomp_begin() */
} Confined;

Confined confine(const ConfineLimits *limits);

#endif
