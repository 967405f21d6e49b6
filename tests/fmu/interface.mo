// Small models for what an importer sees and does; tests/support/interface.py.

type Gear = enumeration(first "slow", second "fast") "a gear";
type Angle = Real(final quantity = "Angle", unit = "rad", displayUnit = "deg",
                  min = -10);

model Types "all kinds of types"
  parameter Gear wanted = Gear.second;
  parameter String file = "a
b%s\"c\"" "a table";
  Angle phi(start = 0.5, fixed = true);
  Real w(unit = "rad/s", start = 0, fixed = true);
  Gear now;
  output Real y;
protected
  parameter Real stiffness = 3;
  Real hidden = 2*phi;
equation
  der(phi) = w;
  der(w) = -stiffness*phi;
  now = if phi > 0 then wanted else Gear.first;
  y = hidden;
end Types;

model Tunable "parameters that change while it runs"
  parameter Real k = 2, k2 = 3*k, x0 = 1, limit = 0.3;
  parameter Integer n = 2;
  Real x(start = x0, fixed = true), z, w;
  Boolean above;
equation
  der(x) = -k2*x;
  k*z + w = x;
  z - k2*w = n;
  above = x > limit;
end Tunable;

model Rod "index 3, its length is given before a run"
  parameter Real L = 1, g = 9.81;
  Real x(start = 0.6, fixed = true), y(start = -0.8);
  Real vx(start = 0, fixed = true), vy, lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lambda*x;
  der(vy) = -lambda*y - g;
  x^2 + y^2 = L^2;
end Rod;

model Delayed "by a parameter, by what an input says, and twice"
  parameter Real T = 0.5;
  input Real u(start = 0.3);
  Real x(start = 1, fixed = true), y, z, w;
equation
  der(x) = -x;
  y = delay(x, T);
  z = delay(x, 0.4 + u^2, 2);
  w = delay(z, 0.2 + 0.1*u, 2);
end Delayed;

model Given "start values that parameters give"
  parameter Real x0 = 2, y0 = 3*x0, v0 = 1;
  Real x(start = y0, fixed = true), v(start = v0, fixed = true);
  output Real z, w;
equation
  der(x) = -x;
  der(v) = -v;
  z = 2*x;
  w = v;
end Given;

model Units "equal values with several units, and without"
  input Real u(unit = "V");
  Real x(unit = "m", start = 1, fixed = true), v;
  Real y(unit = "K"), z(unit = "K"), w(unit = "m");
  output Real q(unit = "A");
equation
  der(x) = v;
  v = u - x;
  y = x;
  z = x;
  w = x;
  q = v;
end Units;

model Position "one half of an oscillator"
  input Real v;
  output Real x(start = 1, fixed = true);
equation
  der(x) = v;
end Position;

model Velocity "the other half"
  input Real x;
  output Real v(start = 0, fixed = true);
equation
  der(v) = -x;
end Velocity;

model Moved "needs derivatives of its input"
  input Real u(start = 1);
  parameter Real m = 2;
  Real x, v, F;
  Real z(start = 1, fixed = true);
  Real w(stateSelect = StateSelect.always);
  output Real force = F, total = w, slope = der(u^2);
equation
  x = u;
  der(x) = v;
  m*der(v) = F;
  der(z) = -z;
  w = z + u;
end Moved;

model Driven "sums up its input"
  input Real u;
  input Boolean up;
  output Real y(start = 0, fixed = true);
equation
  der(y) = if up then u else -u;
end Driven;

function textLength "in C"
  input String text;
  output Real n;
  external "C" n = text_length(text) annotation(Include = "
#include <string.h>
static double text_length(const char *text)
{
  return (double)strlen(text);
}
");
end textLength;

class Word "keeps the length of the text it was made with"
  extends ExternalObject;
  function constructor
    input String text;
    output Word word;
    external "C" word = word_open(text) annotation(Include = "
#include <stdlib.h>
#include <string.h>
#include \"ModelicaUtilities.h\"
static void *word_open(const char *text)
{
  if (strcmp(text, \"none\") == 0) ModelicaError(\"it is not a word\");
  double *n = malloc(sizeof *n);
  if (n) *n = (double)strlen(text);
  return n;
}
static double word_size(void *word)
{
  return *(double *)word;
}
");
  end constructor;
  function destructor
    input Word word;
    external "C" free(word) annotation(Include = "#include <stdlib.h>");
  end destructor;
end Word;

function wordSize
  input Word word;
  output Real n;
  external "C" n = word_size(word) annotation(Include = "");
end wordSize;

model Texts "Strings that are set before it runs"
  parameter String name = "abc" "read by C while it runs";
  parameter String same = name;
  parameter String free = "" "read by nobody";
  parameter String mode = "fast" "decides on an equation";
  final parameter String ends = "end";
  Word word = Word(name);
  Real x(start = 0, fixed = true), n, made, k, line;
equation
  der(x) = n;
  n = textLength(same);
  made = wordSize(word);
  k = if mode == "fast" then 2 else 1;
  line = textLength(name + String(x, significantDigits = 9));
end Texts;

model Told "a String that changes and keeps"
  parameter String name = "abc";
  String said(start = "nothing");
  Real x(start = 0, fixed = true), n;
equation
  der(x) = 1;
  n = textLength(said);
  when x > 0.105 then
    said = name + String(integer(10*x));
  end when;
end Told;
