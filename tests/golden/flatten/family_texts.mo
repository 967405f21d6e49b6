package Med
  replaceable function f input Real x;
    output Real y;
    algorithm y := x^2;
    end f;
  constant Real k = 3;
end Med;
model Cell
  replaceable package M = Med;
  parameter Integer n = 1;
  parameter String name = getInstanceName();
  Real x(start = 1), y, z, w;
  discrete Real d(start = 0);
  Boolean b;
  Integer i(start = 0);
protected
  parameter Real hidden = n*2.5;
  function loc input Real a;
    output Real r;
    protected Real q;
    algorithm q := 0;
    for j in 1:3 loop q := q + a*j;
    end for;
    r := q;
    end loc;
equation
  der(x) = -M.f(x)*M.k + hidden;
  y = loc(x);
  when x < 0.5 then d = pre(d) + n; reinit(x, 1); end when;
  b = x > 0.7;
  z = if b then 1 else 2*x;
  if n > 1 then w = x; else w = y; end if;
  assert(x > -10, "bad " + name);
algorithm
  when b then i := pre(i) + 1; end when;
end Cell;
package Med2 extends Med;
  redeclare function f
    input Real x;
    output Real y = x^3;
  end f;
  redeclare constant Real k = 4;
  end Med2;
model FamilyTexts
  Cell a[4];
  Cell b[4](redeclare package M = Med2);
  Cell c[4](n = {1, 2, 3, 4});
  Cell d[4](each n = 2, each x(fixed = true));
end FamilyTexts;
