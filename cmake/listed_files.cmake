# listed_files(RESULT LIST FOLDER WORD...): of a list with a word and a path in
# each line the paths after these words, below FOLDER.
function(listed_files result list folder)
  set(files "")
  foreach(word IN LISTS ARGN)
    file(STRINGS ${list} lines REGEX "^${word} ")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[^ ]+ " "${folder}/" file ${line})
      list(APPEND files ${file})
    endforeach()
  endforeach()
  set(${result} ${files} PARENT_SCOPE)
endfunction()
