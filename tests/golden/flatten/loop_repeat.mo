// Turns that differ by their variables alone are copied from the first ones;
// those that look alike at first but are not must come out right as well.
package Given
  constant Real same[6] = {1, 1, 1, 1, 5, 1};
end Given;

function exp "not the elementary one"
  input Real u;
  output Real y;
algorithm
  y := u + 1;
end exp;

model Cell
  Real w;
equation
  der(w) = -w;
end Cell;

model loop_repeat
  parameter Integer n = 6;
  parameter Real p[n] = {0.5, 0.25, 2, 3, 4, 5};
  Real x[n](each start = 1), y[n], z[n], m[4, n], u[n], q[n], s[n], r[n], t[n];
  Cell c[n];
equation
  for k in 1:n loop
    der(x[k]) = -p[k]*x[k] + sin(time);
    y[n + 1 - k] = x[k]^2 - x[1];
  end for;
  for k in 2:2:n loop
    z[k] = sqrt(2 + y[k - 1]);
  end for;
  for k in n - 1:-2:1 loop
    z[k] = z[k + 1];
  end for;
  for i in 1:4, j in 1:n loop
    m[i, j] = i*x[j] + m[i, 1]/10;
  end for;
  for k in 1:n loop
    u[k] = k*x[k];
  end for;
  for k in 1:n loop
    q[k] = Given.same[k]*x[k];
  end for;
  for k in 1:n loop
    s[k] = exp(x[k]);
  end for;
  for k in 1:n loop
    r[k] = c[k].w;
  end for;
  for k in 1:n loop
    t[k] = x[1 + n - n] + x[k]*(if k > 4 then 2 else 1);
  end for;
end loop_repeat;
