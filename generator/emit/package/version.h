/* version.h: the versions of what is in FMUs: generationTool and the bill of
 * materials. The build defines them; what stands here serves compilations
 * outside of it. */
#ifndef FOUCAULT_EMIT_PACKAGE_VERSION_H
#define FOUCAULT_EMIT_PACKAGE_VERSION_H

#ifndef FOUCAULT_VERSION
#define FOUCAULT_VERSION "0.1.0"
#endif
#ifndef FOUCAULT_SUNDIALS_VERSION
#define FOUCAULT_SUNDIALS_VERSION "unknown"
#define FOUCAULT_SUITESPARSE_VERSION "unknown"
#endif

#endif
