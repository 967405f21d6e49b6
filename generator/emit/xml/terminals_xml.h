/* terminals_xml.h: terminalsAndIcons/terminalsAndIcons.xml (FMI 3.0 section
 * 2.4.9; FMI 2.0.4 and later have the same file in the same place).
 *
 * needs   the face of a model
 * gives   one document, valid against the schema of FMI 3.0, and the same bytes
 *         for the same model. A terminal has those variables of its connector
 *         that are in modelDescription.xml; one without any is left out.
 *
 * What the standard calls signal, inflow and outflow can be set or read by the
 * importer: it is restricted to inputs, outputs and parameters. Potentials,
 * flows and streams of a physical connector are variables of the model that
 * nothing outside determines; their kinds have the names of this program, and
 * the rule for their terminal is "none".
 */
#ifndef FOUCAULT_EMIT_XML_TERMINALS_XML_H
#define FOUCAULT_EMIT_XML_TERMINALS_XML_H

#include <stdio.h>

#include "base/session.h"
#include "emit/interface/interface_variables.h"
#include "face/face.h"

typedef struct TerminalsXml {
  const ReducedSystem *reduced;
  const InterfaceVariables *interface; /* NULL: the FMU is of FMI 2.0 */
  const ModelFace *face;
  IconBox icon_box;           /* of the picture icon.png */
  bool has_icon;              /* there is such a picture */
  const char *const *picture; /* [face->n_terminals] base names of those of
                                  the terminals; NULL: none */
} TerminalsXml;

/* Is there anything to be written? */
bool terminals_xml_is_needed(Session *s, const TerminalsXml *t);
/* False if the file cannot be written; errno says why. */
bool terminals_xml_write(Session *s, const TerminalsXml *t, FILE *file);

#endif
