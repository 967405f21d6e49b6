model needed_derivative "A combination of equations takes der(y) out of both,
  but the start of b and the delay still read it: y = time"
  Real x(start = 1), y, late;
  discrete Boolean b;
initial equation
  pre(b) = noEvent(der(y) > 0.5);
equation
  der(x) + time*der(y) = 1 - time;
  x + time*y = 2 + time;
  late = delay(der(y), 0.1);
  when time > 0.5 then
    b = not pre(b);
  end when;
end needed_derivative;
