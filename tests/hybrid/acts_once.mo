model ActsOnce "what a loop of equations evaluates again is called once"
  function log_value
    input Real x;
    external "C" log_value(x) annotation(Include = "#include <stdio.h>
static void log_value(double x) { fprintf(stderr, \"called %.6f\\n\", x); }");
  end log_value;
  impure function draw "another number at each call"
    input Real x;
    output Real y;
    external "C" y = draw(x) annotation(Include = "
static double draw(double x) { static int n; return x + ++n; }");
  end draw;
  Real s(start = 0, fixed = true) "current of a source";
  Real v "of loads at one node, two of them behind breakers";
  Real G[2](each start = 1e6, each fixed = true), i[2], w[2];
  Boolean open[2](each start = false, each fixed = true);
  Real number(start = 0, fixed = true), other(start = 0, fixed = true);
equation
  der(s) = 1;
  s = v + sum(i);
  for k in 1:2 loop
    i[k] = G[k]*w[k];
    i[k] = v - w[k];
    when i[k] > (if k == 1 then 1.2 else 1) then
      open[k] = true;
    end when;
    when pre(open[k]) then
      G[k] = 1e-6;
      log_value(k);
      log_value(7);
    end when;
  end for;
  when pre(open[2]) then
    number = draw(0);
    other = draw(0);
  end when;
end ActsOnce;
