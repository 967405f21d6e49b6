"""foucault format: indentation and blanks of Modelica text, and nothing else.

Every Modelica file of the repository goes through it: the same words and
comments come out, and a second time changes nothing.
"""

import glob
import json
import os
import re
import stat

from .suite import ROOT, folder, foucault, need, read, run, write, RELEASE

MESSY = '''within ;
package F "a package"   // c1
   model M "desc" +
  "more"
   import Modelica.{A,  B};
      parameter Real L(min=0,start=1)=1"length" annotation(Dialog(tab = "x",
 group="y"));
  Real x[3](each start=0)  ;\tReal y=if x[1]>0 then-1 else +1 ;
/* block
   comment */
    replaceable model Q=P(a=1);
  replaceable function f
    input Real u; output Real y;
    external"C" y=foo( u ) annotation(Include="x");
  end f;
   Real z if use"conditional";
      initial equation
  x={0,0,0};
 equation
   // first
  for i in 1 : 3 loop
 der(x[i])=-x[i] * 2+
sin(time)^2;
    if x[i]>0 and
      not y<0 then
  y=2; elseif x[end-1]==0 then
    y = 3;
  // tail
   else
  (a,,b)=g(1,2, function k(q=1), h = - 2);
   end if;
     end for;



   when {initial(),x[1]>2} then reinit(x[1],-pre(x[1])); end when;
   connect(a.b,c.d);
   A=[1,2;3,4] .*B   ;
  annotation (Icon(graphics={Rectangle(extent={{-100,100},{100,-100}},
     lineColor={0,0,0}),
       Text(
       )}));
  end M;
 model extends N(redeclare model R=S,
 k=2) "redeclared"
 algorithm
 while b loop
   x:=if(a)then
    1 else 2; end while;
 end N;
 type E=enumeration(a "A",b);
 operator '+'
 function add "sum" input Real a; end add;
 end '+';
 end F;'''

NEAT = '''within;
package F "a package"   // c1
  model M "desc" +
    "more"
    import Modelica.{A, B};
    parameter Real L(min = 0, start = 1) = 1 "length" annotation(Dialog(tab = "x",
      group="y"));
    Real x[3](each start = 0); Real y = if x[1] > 0 then -1 else +1;
    /* block
   comment */
    replaceable model Q = P(a = 1);
    replaceable function f
      input Real u; output Real y;
    external "C" y = foo(u) annotation(Include="x");
    end f;
    Real z if use "conditional";
  initial equation
    x = {0, 0, 0};
  equation
    // first
    for i in 1:3 loop
      der(x[i]) = -x[i] * 2 +
        sin(time)^2;
      if x[i] > 0 and
          not y < 0 then
        y = 2; elseif x[end-1] == 0 then
        y = 3;
        // tail
      else
        (a,, b) = g(1, 2, function k(q = 1), h = -2);
      end if;
    end for;

    when {initial(), x[1] > 2} then reinit(x[1], -pre(x[1])); end when;
    connect(a.b, c.d);
    A = [1, 2; 3, 4] .* B;
    annotation(Icon(graphics={Rectangle(extent={{-100,100},{100,-100}},
      lineColor={0,0,0}),
      Text(
      )}));
  end M;
  model extends N(redeclare model R = S,
    k = 2) "redeclared"
  algorithm
    while b loop
      x := if (a) then
        1 else 2; end while;
  end N;
  type E = enumeration(a "A", b);
  operator '+'
    function add "sum" input Real a; end add;
  end '+';
end F;
'''


def piped(text, status=0):
    with folder() as place:
        path = os.path.join(place, "text")
        write(path, text)
        with open(path, encoding="utf-8") as stdin:
            return foucault("format", "-", stdin=stdin, status=status)


def sample():
    with folder() as place:
        path = os.path.join(place, "F.mo")
        write(path, MESSY)
        got = piped(MESSY)
        need(got.stdout == NEAT, "by a pipe:\n" + got.stdout)
        need(read(path) == MESSY, "a pipe has changed a file")
        os.chmod(path, 0o640)
        got = foucault("format", path)
        need(got.stdout.strip() == path, got.stdout)
        need(read(path) == NEAT, read(path))
        need(stat.S_IMODE(os.stat(path).st_mode) == 0o640, "another mode")
        need(os.listdir(place) == ["F.mo"], f"left over: {os.listdir(place)}")
        need(foucault("format", path).stdout == "", "it changed again")


def check_only():
    with folder() as place:
        write(os.path.join(place, "Neat.mo"), NEAT)
        inside = os.path.join(place, "Inside")
        os.makedirs(inside)
        messy = os.path.join(inside, "Messy.mo")
        write(messy, MESSY)
        write(os.path.join(place, "notes.txt"), MESSY)
        got = foucault("format", "--check", place, status=1)
        need(got.stdout.strip() == messy, got.stdout)
        need("1 of 2 files are laid out otherwise" in got.stderr, got.stderr)
        need(read(messy) == MESSY, "it was changed")
        report = json.loads(foucault("format", "--check", "--json", place,
                                     status=1).stdout)
        need([row["layout"] for row in report["files"]] == ["changed", "same"],
             report)
        foucault("format", "-q", place)
        foucault("format", "--check", place)


def line_ends():
    """Those of the first line count; strings and comments keep theirs."""
    text = 'model A\r\nReal x "a\r\n b";  // c  \r\n\r\n\r\n\r\nend A;\r\n'
    neat = 'model A\r\n  Real x "a\r\n b";  // c\r\n\r\nend A;\r\n'
    with folder() as place:
        path = os.path.join(place, "A.mo")
        with open(path, "wb") as out:
            out.write(text.encode())
        foucault("format", path)
        with open(path, "rb") as made:
            got = made.read().decode()
        need(got == neat, repr(got))


def faults():
    broken = "model A\nReal x\nequation\nend A;\n"
    with folder() as place:
        path, good = os.path.join(place, "A.mo"), os.path.join(place, "B.mo")
        write(path, broken)
        write(good, "model B\nReal x=1;\nend B;\n")
        got = foucault("format", path, good, status=1)
        need("A.mo:2:7: error E120" in got.stderr, got.stderr)
        need(read(path) == broken, "a broken file was changed")
        need(read(good) == "model B\n  Real x = 1;\nend B;\n",
             "the good file was not reached")
        got = foucault("format", os.path.join(place, "no.mo"), status=1)
        need("E101" in got.stderr, got.stderr)
        need("E120" in piped(broken, status=1).stderr,
             "by a pipe")
        foucault("format", status=2)


def own_files():
    """All Modelica files of the repository, those that parse."""
    with folder() as place:
        names = {}
        for path in sorted(
                path for part in ("models", "tests", "docs") for path in
                glob.glob(os.path.join(ROOT, part, "**", "*.mo"),
                          recursive=True)):
            name = os.path.join(place, f"{len(names)}.mo")
            with open(path, "rb") as text, open(name, "wb") as copy:
                copy.write(text.read())
            names[name] = path
        need(len(names) > 300, f"only {len(names)} files were found")
        run([RELEASE, "format", "-q", place])
        again = run([RELEASE, "format", "--check", place])
        need("0 of" in again.stderr, again.stdout[:300] + again.stderr[-300:])
        for name, path in names.items():
            with open(path, "rb") as left, open(name, "rb") as right:
                before, after = left.read(), right.read()
            need(re.sub(rb"\s", b"", before) == re.sub(rb"\s", b"", after),
                 f"{path}: words are lost")


def collect(runner):
    runner.add("layout/sample", sample)
    runner.add("layout/check_only", check_only)
    runner.add("layout/line_ends", line_ends)
    runner.add("layout/faults", faults)
    runner.add("layout/own_files", own_files)
