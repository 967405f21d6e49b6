// The elements of an array call one function, unless it depends on the index.
package Medium
  constant Real R = 8;
  replaceable function density
    input Real p;
    output Real d;
  algorithm
    d := R*p;
    while d > 1 loop
      d := d/2;
    end while;
  end density;
end Medium;

package Other
  extends Medium(R = 9);
end Other;

model Volume
  replaceable package M = Medium;
  constant Real c = 1;
  function scaled
    input Real x;
    output Real y;
  algorithm
    y := c*x;
    while y > 1 loop
      y := y/2;
    end while;
  end scaled;
  Real p(start = 1), d = M.density(p), e[2];
equation
  der(p) = -d;
  (e[1], e[2]) = two(scaled(p));
end Volume;

function two
  input Real a;
  output Real b;
  output Real c;
algorithm
  b := a;
  c := a;
  while c > 2 loop
    c := c - 1;
  end while;
end two;

// Its equations are flattened for each element, its function is one.
model Counter
  extends Volume;
  discrete Real n(start = 0);
equation
  when M.density(p) < 0.5 then
    n = pre(n) + 1;
  end when;
end Counter;

model FamilyFunctions
  Volume a[4];
  Volume b[4](redeclare package M = Other);
  Volume c[4](c = {1, 2, 3, 4});
  Counter d[4];
end FamilyFunctions;
