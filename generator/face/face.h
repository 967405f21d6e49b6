/* face.h: what a model shows to the outside: its icon and its terminals.
 *
 * Terminals are the public connectors of the model (FMI 3.0 section 2.4.9).
 * flatten/faces/ reads both from the model; emit/ writes them into the FMU.
 * Everything lives in the session arena, so that it stays when the flat model
 * is dropped. Names are those of the flat model, without looking whether the
 * FMU shows the variables: emit/xml/terminals_xml.h does.
 *
 * The room face/ knows pictures and terminals, but no model; it calls base/.
 * Reading order: this header, icon.h (shapes of a picture), icon_svg.h, then
 * the way to a PNG: icon_outline.h, icon_raster.h, icon_glyphs.h, icon_png.h.
 */
#ifndef FOUCAULT_FACE_FACE_H
#define FOUCAULT_FACE_FACE_H

#include <stdbool.h>

#include "face/icon.h"

/* How a variable takes part in a connection (MLS 3.6, section 9.2). */
typedef enum TerminalRole {
  TERMINAL_POTENTIAL, /* equal on both sides; inputs and outputs too */
  TERMINAL_FLOW,      /* the sum is zero */
  TERMINAL_STREAM     /* is carried by the flow */
} TerminalRole;

typedef struct TerminalMember {
  const char *name;     /* in the connector: v, r.x */
  const char *variable; /* of the model: p.v, p.r.x */
  const int *dim;       /* [rank] */
  int rank;             /* 0: a scalar */
  TerminalRole role;
} TerminalMember;

typedef enum TerminalForm {
  TERMINAL_SINGLE, /* connector C = input Real: one variable */
  TERMINAL_PLUG,   /* with components */
  TERMINAL_BUS     /* expandable */
} TerminalForm;

typedef struct Terminal Terminal;
struct Terminal {
  const char *name;        /* in what is around it: p, or p[2] of an array */
  const char *class_name;  /* full */
  const char *description; /* NULL: none */
  TerminalForm form;
  TerminalMember *member;
  int n_members, cap_members;
  Terminal *inside; /* connectors in it */
  int n_inside, cap_inside;
  const Icon *icon; /* as it stands in the icon of the model; NULL: none */
  IconBox box;      /* where, with an icon */
  IconColor color;  /* of connections */
};

typedef struct ModelFace {
  const Icon *icon; /* NULL: nothing is drawn */
  Terminal *terminal;
  int n_terminals, cap_terminals;
} ModelFace;

#endif
