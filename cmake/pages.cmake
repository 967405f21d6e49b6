# Writes the manual pages and completion scripts that PROGRAM prints into the
# folder PLACE. foucault(1) names the other pages.

function(print_to file)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${PLACE}/${file}
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY ${PLACE}/man1)
print_to(man1/foucault.1 manual)
file(STRINGS ${PLACE}/man1/foucault.1 named REGEX "^\\.BR foucault\\\\-")
foreach(line IN LISTS named)
  string(REGEX REPLACE "^.BR foucault\\\\-([a-z]+) .*" "\\1" command ${line})
  print_to(man1/foucault-${command}.1 manual ${command})
endforeach()
foreach(shell bash zsh fish)
  print_to(foucault.${shell} completion ${shell})
endforeach()
