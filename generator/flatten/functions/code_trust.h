/* code_trust.h: whose C code may run.
 *
 * External functions (MLS 3.6, section 12.9) are C code that somebody else
 * has written: it runs at translation where a size needs its value, and in
 * the FMU. ForeignCaller says whose code is taken (base/foreign_call.h). Code
 * of a library is what stands in a file below a folder of -L or MODELICAPATH,
 * with annotations that no model can change, and is made of files that lie
 * there too. Functions of <math.h> and LAPACK are taken from anyone.
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_CODE_TRUST_H
#define FOUCAULT_FLATTEN_FUNCTIONS_CODE_TRUST_H

#include "flatten/functions/function_build.h"

/* symbol: the name that it has for the linker. NULL: its code may run. Else whose it is, for a message: "of the model". */
const char *code_trust_doubt(const Flattening *f, FunctionBuild *b,
                             const AstExternal *external, const char *symbol,
                             CodeTrust trust);

/* E244 where its code is not taken into an FMU. */
bool code_trust_for_fmu(const Flattening *f, FunctionBuild *b,
                        const AstExternal *external, const char *symbol);

#endif
