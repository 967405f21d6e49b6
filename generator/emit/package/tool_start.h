/* tool_start.h: the process of a tool. */
#ifndef FOUCAULT_EMIT_PACKAGE_TOOL_START_H
#define FOUCAULT_EMIT_PACKAGE_TOOL_START_H

#include "emit/package/tool.h"

/* In the tool's folder: what it says. */
#define TOOL_LOG "compiler.log"

/* The words end with NULL, in both. The exit status, or what bounded_child() of
 * base/system has for a tool that was not started, killed, or is late. */
int tool_start(const Tool *tool);

/* The first bytes that it writes to standard output, and a zero after them;
 * false: it could not be run, or failed. */
bool tool_listen(const Tool *tool, char *text, size_t size);

#endif
