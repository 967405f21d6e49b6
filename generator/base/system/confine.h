/* confine.h: what this process, and all it starts, may still do.
 *
 * For code that comes with a model and runs while the model is translated.
 * There is no way back. Files may be read; they are written and made in one
 * folder alone, and in what is open already. There is no network, and there
 * are no new privileges.
 *
 * needs   Linux: Landlock (5.13) for files, namespaces for the network; what
 *         the system does not have is left out
 */
#ifndef FOUCAULT_BASE_SYSTEM_CONFINE_H
#define FOUCAULT_BASE_SYSTEM_CONFINE_H

typedef struct ConfineLimits {
  double megabytes; /* of addresses */
  int seconds;      /* of processor time */
  int descriptors;
  double file_megabytes;
  const char *folder; /* where files may be written */
} ConfineLimits;

void confine(const ConfineLimits *limits);

#endif
