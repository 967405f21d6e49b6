#!/bin/bash
# unix_compiler.sh STATUS WORD...: UNIX_PROGRAM with these words, in which the
# paths of Wine are those of the machine; its exit status goes to the file.
PATH=/usr/bin:/bin
place() { # in the variable `placed`
  placed=$1
  [[ $1 =~ ^(.*)([A-Za-z]):/(.*)$ ]] &&
    placed="${BASH_REMATCH[1]}$WINEPREFIX/dosdevices/${BASH_REMATCH[2],,}:/${BASH_REMATCH[3]}"
}
place "$1"
status=$placed
shift
words=()
for word; do
  place "$word"
  words+=("$placed")
done
unset TMP TEMP TMPDIR HOME
"$UNIX_PROGRAM" "${words[@]}"
echo $? >"$status.new"
mv "$status.new" "$status"
