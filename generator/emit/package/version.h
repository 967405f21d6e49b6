/* version.h: the version that FMUs carry in generationTool. The build may
 * define it; the number here serves compilations outside of it. */
#ifndef FOUCAULT_EMIT_PACKAGE_VERSION_H
#define FOUCAULT_EMIT_PACKAGE_VERSION_H

#ifndef FOUCAULT_VERSION
#define FOUCAULT_VERSION "0.1.0"
#endif

#endif
