model Constants "values of constants, in any order"
  package Nested
    constant Real twice = 2*base;
    constant Real base = 1.5;
  end Nested;
  constant Real e = 2*d + Nested.twice;
  constant Real d = c/4;
  constant Integer c = 7;
  constant Integer q1 = div(-7, 2), q2 = mod(-7, 2), q3 = rem(-7, 2), q4 = abs(-c) - sign(-2.5);
  constant Real r1 = div(-7.5, 2), r2 = mod(-7.5, 2), r3 = rem(-7.5, 2), r4 = ceil(1.2) + floor(-1.2);
  constant Real pi = 2*Modelica.pi, s = sin(pi/4)^2, big = 1e300*1e7, power = 2^10;
  constant Boolean b1 = c > 6 and d < 1 or not c <> 7, b2 = false or true and c == 7;
  constant Boolean lazy = false and 1/0 > 1;
  constant Real chosen = if lazy then 1/0 elseif b1 then min(d, e) else max(d, e);
  constant Integer rounded = integer(-2.5) + max(c, 3);
  constant String text = "kg";
  Real x(unit = text) = chosen*time;
  package Modelica
    constant Real pi = 3.14159265358979;
  end Modelica;
end Constants;
