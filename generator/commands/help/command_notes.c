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
  {"watch",
   "Simulates a model, draws, and does so again whenever one of the files that "
   "it is made of is saved: the model, library files, tables. Options are those "
   "of simulate. In a terminal the picture stands there until the next save; a "
   "page (--plot-file, .html) that is open in a browser follows by itself. An "
   "error stays until it is mended. A save during a run ends that run. With "
   "--json each run is one line. Ctrl-C ends the watch, status 130.",
   {"foucault watch pendulum.mo --plot x,y",
    "foucault watch pendulum.mo --plot x,y --plot-file pendulum.html",
    "foucault watch -L libraries motor.mo --plot w --fmu motor.fmu"}},
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
  {"couple",
   "Runs the FMUs of an SSP 1.0 archive together: connections with units and "
   "transformations, parameter sets, systems inside of systems. Algebraic "
   "loops are solved by Newton's method. The energy that the coupling gains "
   "or loses is reported. Names of results are component.variable.",
   {"foucault couple system.ssp --step 0.01 -o system.csv",
    "foucault couple system.ssp --extrapolation 1 --plot m1.s,m2.s",
    "foucault couple system.ssp --adaptive 1e-4 --step 0.1"}},
  {"lint",
   "Looks for what compiles and is suspicious: units that do not fit, by what "
   "is declared and what follows from the equations; declarations and imports "
   "that nothing uses; events that change nothing; start values without use; "
   "divisors that may become zero. Each rule has a name: --no-warn NAME "
   "switches it off. Libraries are not looked at. The status is 1 where "
   "something was found.",
   {"foucault lint pendulum.mo",
    "foucault lint pendulum.mo --no-warn missing-unit",
    "foucault lint pendulum.mo --sarif findings.sarif"}},
  {"doc",
   "Makes a folder of pages from the annotations of libraries: a page for each "
   "public class with its description, documentation, icon, parameters with "
   "types, units and defaults, connectors, components, bases and source; a "
   "tree and a search. The pages work from the disk and ask no other host. "
   "HTML of the annotations is cleaned, links to classes lead to their pages, "
   "and pictures of the library are copied. The folder is written as a whole.",
   {"foucault doc -L libraries Modelica -o site",
    "foucault doc MyLibrary/package.mo -o site",
    "foucault doc models.mo -o site"}},
  {"lsp",
   "A language server for editors: it reads requests of the Language Server "
   "Protocol 3.17 from standard input and answers on standard output until the "
   "editor ends it. Faults are shown while the text is typed, with the codes "
   "of this program. C code of a model is never run, and a question that takes "
   "too long or needs too much memory has no answer; the server goes on. "
   "Folders that the editor has open are looked through for libraries too.",
   {"foucault lsp", "foucault lsp -L /opt/modelica"}},
  {"sensitivities",
   "Makes one run and gives at each point the derivatives of variables by "
   "parameters or exact start values: exact ones, also through events and "
   "exchanges of states. Of an FMU, and where an event cannot be followed, "
   "differences of runs are taken, and the output says so. For many "
   "parameters, --adjoint goes back in time once for each variable; in --by a "
   "* stands for any text.",
   {"foucault sensitivities pendulum.mo --by L,phi0 --of phi -o curves.csv",
    "foucault sensitivities wall.mo --by 'k[*]' --of T --adjoint",
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
   "text, as JSON or as one page with pictures. Of an FMU of any maker it says "
   "what its description promises: what depends on what, units, events, "
   "terminals; --html takes out the page that FMUs of this program hold.",
   {"foucault explain pendulum.mo",
    "foucault explain pendulum.fmu",
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
