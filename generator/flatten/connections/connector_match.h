/* connector_match.h: do the two sides of a connect() go together?
 *
 * needs   members whose variables are in the flat model
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_CONNECTOR_MATCH_H
#define FOUCAULT_FLATTEN_CONNECTIONS_CONNECTOR_MATCH_H

#include "flatten/connections/connections.h"

typedef struct ConnectorMatch {
  Session *s;
  const Faults *faults;
  const FlatModel *flat;
} ConnectorMatch;

/* For each member of `a` its partner in `b`, in `scratch`; NULL after E230. */
const ConnectorMember **connector_match_members(const ConnectorMatch *m,
                                                Span span,
                                                const ConnectorEnd *a,
                                                const ConnectorEnd *b,
                                                Arena *scratch);
/* The same for two of them: false after E231. */
bool connector_match_kinds(const ConnectorMatch *m, Span span,
                           const ConnectorMember *a, const ConnectorMember *b);
/* "a potential", "an input" */
const char *connector_match_words(MemberKind kind);

#endif
