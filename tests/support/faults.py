"""What goes wrong in a function while the model runs: the FMU returns an
error and tells function, arguments, place and values, and the program ends
with status 1.

A row is the body of a function of the Integer n (declarations and statements)
and words of the message; n is 3 at the start and 5 from time 0.5 on.
"""

import os

from .suite import folder, foucault, need, write

ROWS = {
    "index": ("Real x[3] = zeros(3);", "y := x[n];",
              "Faulty.f(5) fails: index 5 is out of bounds: dimension 1 has "
              "size 3 (Faulty.mo:8: n)"),
    "computed_index": ("Real x[n] = ones(n);", "y := x[4 - n];",
                       "index -1 is out of bounds: dimension 1 has size 5"),
    "computed_slice": ("Real x[n] = ones(n);", "y := sum(x[1:2*n - 4]);",
                       "index 6 is out of bounds: dimension 1 has size 5"),
    "negative_size": ("Real x[4 - n];", "y := size(x, 1);",
                      "Faulty.f(5) fails: an array has a negative size "
                      "(Faulty.mo:5: x)"),
    "too_large": ("Real x[:];", "x := zeros(if n > 3 then 100000*n else n, "
                  "1000*n)*{n for i in 1:1000*n}; y := sum(x);",
                  "an array is too large"),
    "other_sizes": ("Real x[3] = zeros(3);", "x := ones(n); y := sum(x);",
                    "the sizes of two arrays differ (Faulty.mo:8: x := "
                    "ones(n))"),
    "operands": ("Real x[n] = ones(n);", "y := x*{1, 2, 3};",
                 "the sizes of two arrays differ"),
    "loop": ("Integer k = 0;", "while k < n - 4 or k == 0 and n > 3 loop "
             "y := k; end while; y := 1;", "the loop does not end"),
    "recursion": ("", "y := if n > 3 then f(n + 1) else 1;",
                  "it calls itself without an end"),
    "assertion": ("", "assert(n < 4, \"n is \" + String(n)); y := n;",
                  "Faulty.f(5) fails: n is 5 (Faulty.mo:8: "),
}

TEXT = """model Faulty
  function f
    input Integer n;
    output Real y;
  protected %s
    Integer unused;
  algorithm
    %s
  annotation(Inline = false);
  end f;
  Real y = f(if time < 0.5 then 3 else 5);
end Faulty;
"""


def check(row):
    declarations, statements, words = ROWS[row]
    with folder() as place:
        path = os.path.join(place, "Faulty.mo")
        write(path, TEXT % (declarations, statements))
        done = foucault("simulate", path, "--stop", "1", "--output",
                        os.path.join(place, "out.csv"), status=1)
    need("error E604: fmi2DoStep returned fmi2Error" in done.stderr,
         f"no error of the FMU: {done.stderr}")
    need(words in done.stderr, f"no {words!r} in {done.stderr}")


def subscript():
    """Outside of functions too."""
    text = ("model Faulty\n  Integer i = if time < 0.5 then 3 else 5;\n"
            "  Real v[3] = {time, 1, 2}, y = v[i];\nend Faulty;\n")
    with folder() as place:
        path = os.path.join(place, "Faulty.mo")
        write(path, text)
        done = foucault("simulate", path, "--stop", "1", "--output",
                        os.path.join(place, "out.csv"), status=1)
    words = ("Faulty.mo:3: i: the subscript is out of bounds: dimension 1 has "
             "size 3 (i = 5)")
    need(words in done.stderr, f"no {words!r} in {done.stderr}")


def collect(runner):
    runner.add("faults/subscript", subscript)
    for row in ROWS:
        runner.add(f"faults/{row}", lambda row=row: check(row))
