model Either "Of two values one is given and the other follows; a third parameter, declared after them, says which"
  function enthalpy
    input Real T;
    output Real h;
  algorithm
    h := 4.2*(T - 273.15);
  end enthalpy;
  function temperature
    input Real h;
    output Real T;
  algorithm
    T := 273.15 + h/4.2;
  end temperature;
  function even
    input Integer n;
    output Boolean r;
  algorithm
    r := true;
    for k in 1:n loop
      r := not r;
    end for;
    annotation(Inline = false);
  end even;
  model Start
    parameter Real T = if use_T then given else temperature(h)
      annotation(Evaluate = true);
    parameter Real h = if use_T then enthalpy(T) else given
      annotation(Evaluate = true);
    parameter Real rate = if use_T then 100*small else 3;
    parameter Real small = if use_T then 0.2 else rate/50;
    parameter Real given;
    parameter Boolean use_T annotation(Evaluate = true);
  end Start;
  parameter Real t = 293.15;
  parameter Integer n = 3 annotation(Evaluate = true);
  final parameter Real called = if even(n) then 1 else 2;
  Start warm(given = t, use_T = true), cold(given = 42, use_T = false);
  Real x(start = warm.h, fixed = true);
equation
  der(x) = warm.rate - cold.small*x;
end Either;
