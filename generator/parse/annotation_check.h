/* annotation_check.h: the values of annotations have the types that the
 * specification gives them (MLS 3.6, chapter 18 and section 12.8).
 *
 * A table lists the annotations; names that it does not list, and those of
 * vendors, are left alone. A value whose type the text alone does not show, as
 * that of a parameter, is left alone too.
 *
 * needs   the text of the class as it was parsed; each text once
 * fails   E204 a value of another type; E209 connectorSizing; E211 a name twice
 * cost    linear in the annotations of the class
 */
#ifndef FOUCAULT_PARSE_ANNOTATION_CHECK_H
#define FOUCAULT_PARSE_ANNOTATION_CHECK_H

#include "base/diagnostic.h"
#include "parse/ast.h"

/* Who reports, as fault_error() of flatten/flat/fault.h: each fault once. */
struct Faults;
typedef struct AnnotationFaults {
  const struct Faults *faults;
  Diagnostic *(*report)(const struct Faults *faults, Span span,
                        DiagnosticCode code, const char *format, ...);
  Diagnostic *(*warn)(const struct Faults *faults, Span span,
                      DiagnosticCode code, const char *format, ...);
  bool is_library; /* what it does against the rules, and harms nobody, is a
                      warning */
} AnnotationFaults;

/* The annotations of the class itself, of its components and of its base
 * classes. */
void annotation_check(const AnnotationFaults *to, const AstClass *ast);

#endif
