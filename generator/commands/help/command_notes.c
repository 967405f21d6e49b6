/* command_notes.c: the notes of all commands. */
#include "commands/help/command_notes.h"

#include <string.h>

/* clang-format off */
static const CommandNotes notes[] = {
  {"build",
   "Reads the Modelica files, reduces the index of the equations, writes C, "
   "compiles it and packs everything into one FMU of FMI 2.0. Without --model "
   "the last model of the last file is taken.",
   {"foucault build pendulum.mo -o pendulum.fmu",
    "foucault build pendulum.mo --set L=2 --solver ida",
    "foucault build -L libraries --model Modelica.Blocks.Examples.PID_Controller"}},
  {"simulate",
   "Steps an FMU of any maker from start to stop; a Modelica model is built "
   "first. An FMU that has Model Exchange only, or any with --type me, is "
   "integrated by CVODE inside of this program. Rows are written at every output interval and, for "
   "FMUs of this program, on both sides of every event. Ctrl-C ends a run "
   "early, also inside of a step: what has been computed is written, and the "
   "status is 130. The FMU of a model is kept, and taken again where nothing "
   "has changed (foucault help cache).",
   {"foucault simulate pendulum.mo --stop 5 --output pendulum.csv",
    "foucault simulate pendulum.fmu --plot x,y",
    "foucault simulate pendulum.mo --plot x,y --plot y:x --plot-file p.svg",
    "foucault simulate motor.fmu --inputs voltage.csv --output motor.mat",
    "foucault simulate pendulum.mo --set L=2 --set x=0.3 --json"}},
  {"sweep",
   "Runs a model or an FMU many times, each time with other values of "
   "parameters or start values, on all processors. The FMU is loaded once; "
   "nothing is written for a run but its row. A run that fails is a row with "
   "its reason. What has been computed is kept in OUT.part until all runs are "
   "done: after Ctrl-C, or where the disk was full, --resume goes on. The same "
   "seed gives the same file, whatever the number of --jobs.",
   {"foucault sweep pendulum.mo --vary L=0.5:0.1:2 --record x --final -o l.csv",
    "foucault sweep pendulum.fmu --vary \"m~normal(1,0.1)\" --samples 10000 --reduce \"max(x)\"",
    "foucault sweep motor.fmu --plan design.csv --record w -o curves.npz"}},
  {"linearize",
   "Runs the model to a time and prints how it answers to small changes there: "
   "dx/dt = A x + B u, y = C x + D u, with the poles, their frequencies and "
   "damping. The states are those that are left after index reduction and "
   "exist at that time. The derivatives are exact for FMUs that have them, as "
   "those of this program; else differences.",
   {"foucault linearize pendulum.mo",
    "foucault linearize motor.fmu --at 2 --inputs u --outputs w -o motor.mat"}},
  {"steady",
   "Looks for the values of the states at which all their derivatives are zero, "
   "from those that the model has at a time. --free adds inputs to what is "
   "looked for, --fix a condition: that a variable has a value. Where several "
   "points would do, the one next to the start is taken, and a warning names "
   "what may change. It says whether the model comes back to the point after a "
   "small push.",
   {"foucault steady pendulum.mo",
    "foucault steady motor.fmu --free u --fix w=100 -o motor.json"}},
  {"format",
   "Indents Modelica text and puts blanks between words, in place; - reads "
   "standard input and writes standard output. Line breaks, strings and "
   "comments stay as they are, and blanks inside of annotations. A file that "
   "does not parse is not touched. Folders are searched for .mo files.",
   {"foucault format pendulum.mo", "foucault format --check models",
    "foucault format - < pendulum.mo"}},
  {"sensitivities",
   "Makes one run and gives at each point the derivatives of variables by "
   "parameters or exact start values: exact ones, also through events and "
   "exchanges of states. Of an FMU, and where an event cannot be followed, "
   "differences of runs are taken, and the output says so.",
   {"foucault sensitivities pendulum.mo --by L,phi0 --of phi -o curves.csv",
    "foucault sensitivities pendulum.mo --by L=0.9 --times data.csv -o -"}},
  {"plot",
   "Draws variables of files of results, of any tool, over each other; the "
   "names of the files are in the legend. A page (.html) needs no network: "
   "curves are zoomed by dragging over a part, and values are shown at the "
   "cursor.",
   {"foucault plot pendulum.csv -o pendulum.html",
    "foucault plot a.csv b.mat --vars x,y --vars y:x -o both.html",
    "foucault plot a.csv b.csv --vars x -o x.svg"}},
  {"flatten",
   "Prints the model without classes: variables with full names, equations, "
   "functions. The text is Modelica again. Of a package it prints the "
   "constants and checks each model in it.",
   {"foucault flatten circuit.mo",
    "foucault flatten --model Library.Examples -L folder"}},
  {"explain",
   "Shows which equations were differentiated and why, which variables are "
   "states, the blocks that are solved, and how initialization works; as "
   "text, as JSON or as one page with pictures.",
   {"foucault explain pendulum.mo",
    "foucault explain pendulum.mo --html pendulum.html --plot x,y"}},
  {"compare",
   "Runs the model by every method of index reduction and shows in one table "
   "what each of them costs and how well it keeps the constraints.",
   {"foucault compare pendulum.mo --stop 10"}},
  {"check",
   "Checks the archive, the XML and the library of an FMU of any maker, then "
   "runs it in child processes. Every finding has a line and a way to fix it.",
   {"foucault check motor.fmu",
    "foucault check *.fmu --junit report.xml"}},
  {"library",
   "Lists the libraries in the folders of -L and MODELICAPATH: name, version, "
   "path. Of a library that is named: which one is taken, where it was looked "
   "for, and what nearly fits. The annotation uses of a file that is named "
   "counts as it does in a build.",
   {"foucault library -L libraries",
    "foucault library Modelica",
    "foucault library Modelica my_model.mo"}},
  {"cache",
   "Shows where simulate keeps the FMUs of models, how many there are and how "
   "much room they take. They are in $FOUCAULT_CACHE, else in "
   "$XDG_CACHE_HOME/foucault/builds or ~/.cache/foucault/builds, and take "
   "$FOUCAULT_CACHE_SIZE megabytes at most (default: 1000; 0: none are kept): "
   "those that were not used for the longest time are removed.",
   {"foucault cache",
    "foucault cache --clear"}},
  {"info",
   "Prints model name, kinds, platforms, variables and the default experiment "
   "of an FMU.",
   {"foucault info motor.fmu"}},
};
/* clang-format on */

const CommandNotes *command_notes(const char *command)
{
  static const CommandNotes none = {"", "", {NULL}};
  for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
    if (strcmp(notes[i].command, command) == 0) return &notes[i];
  }
  return &none;
}
