/* dump_names.h: what --dump accepts: the stages and the passes between them. */
#ifndef FOUCAULT_COMMANDS_OPTIONS_DUMP_NAMES_H
#define FOUCAULT_COMMANDS_OPTIONS_DUMP_NAMES_H

/* In the order of the pipeline, from 0; NULL: there are no more. */
const char *dump_name(int k);

#endif
