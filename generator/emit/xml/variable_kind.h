/* variable_kind.h: the numbers of VARIABLE_* of fmu_runtime/model.h, whose
 * names would meet those of reduce/. A test compares them. */
#ifndef FOUCAULT_EMIT_XML_VARIABLE_KIND_H
#define FOUCAULT_EMIT_XML_VARIABLE_KIND_H

typedef enum VariableKind {
  KIND_TIME,
  KIND_CONSTANT,
  KIND_PARAMETER,
  KIND_TUNABLE,
  KIND_DEPENDENT,
  KIND_INPUT,
  KIND_EXACT,
  KIND_APPROX,
  KIND_CALCULATED
} VariableKind;

#endif
