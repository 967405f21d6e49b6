/* couple.h: the FMUs of a system, and what is connected with what.
 *
 * needs   an Ssp
 * gives   each FMU unpacked and described, with the values that parameter
 *         bindings give it; a link for each input that an output feeds
 * fails   E601 to E603 an FMU; E621 a connector that its FMU does not have or
 *         has otherwise, types or units that do not fit; E210 a value that
 *         cannot be set
 * warns   W620 a unit that is not known: the value is taken as it is; W621
 *         values that fit nothing in the system
 */
#ifndef FOUCAULT_COUPLE_COUPLE_H
#define FOUCAULT_COUPLE_COUPLE_H

#include "couple/ssp.h"
#include "fmu_file/description_read.h"
#include "fmu_file/fmu_settings.h"

typedef struct CoupleMember {
  const char *name;   /* path of its element */
  const char *label;  /* archive and file, for messages */
  const char *folder; /* where it was unpacked */
  int element;
  bool is_exchange; /* an FMU of Model Exchange, with an integrator here */
  const FmuDescription *description;
  FmuSettings settings;
} CoupleMember;

/* A variable that feeds others. */
typedef struct CoupleOutput {
  int member, variable;
  int structure; /* index into the description's output[]; -1: not there */
  FmuType type;
  bool is_continuous;
  double nominal;
} CoupleOutput;

/* A number that stands for another one. */
typedef struct CoupleMap {
  double source, target;
} CoupleMap;

/* An input and the output that feeds it: input = factor * output + offset, or
 * what the maps make of it. */
typedef struct CoupleLink {
  int output; /* index into output[] */
  int member, variable;
  bool is_parameter; /* it is set until initialization ends */
  double factor, offset;
  const CoupleMap *map;
  int n_maps;
} CoupleLink;

typedef struct Couple {
  const Ssp *ssp;
  CoupleMember *member;
  int n_members;
  int *member_of; /* [n_elements] -1: a system */
  CoupleOutput *output;
  int n_outputs, cap_outputs;
  CoupleLink *link;
  int n_links, cap_links;
} Couple;

/* variant: as in ssp_read.h. set[n_set]: "part.x=1", which goes before all bindings. In the session arena;
 * NULL after a message. */
const Couple *couple_read(Session *s, const char *path, const char *variant,
                          const char *const *set, int n_set);

#endif
