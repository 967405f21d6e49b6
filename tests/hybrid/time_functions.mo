model time_functions "relations of time alone, beside a slow state"
  parameter Real w = 3000;
  Real x(start = 1, fixed = true);
  Real y = sin(w*time);
  Integer n(start = 0, fixed = true) "y > 0.999";
  Integer narrow(start = 0, fixed = true);
  Integer pulse(start = 0, fixed = true);
  Integer poles(start = 0, fixed = true);
  Integer late(start = 0, fixed = true) "not defined before 5";
  Integer never(start = 0, fixed = true);
  Integer touches(start = 0, fixed = true);
  Integer moving(start = 0, fixed = true) "a level that changes at events";
  discrete Real level(start = 0.5, fixed = true);
  discrete Real at(start = 0, fixed = true), last(start = 0, fixed = true);
equation
  der(x) = -0.1*x;
  when y > 0.999 then
    n = pre(n) + 1;
    last = time;
  end when;
  when exp(50*(cos(10*time) - 1)) > 0.5 then
    narrow = pre(narrow) + 1;
  end when;
  when abs(time - 5) < 0.01 then
    pulse = pre(pulse) + 1;
    at = time;
  end when;
  when tan(time) > 1 then
    poles = pre(poles) + 1;
  end when;
  when log(time - 5) > 0.5 then
    late = pre(late) + 1;
  end when;
  when sin(time)*cos(time) > 0.5001 then
    never = pre(never) + 1;
  end when;
  when time*time - 8*time + 16 < 0 then
    touches = pre(touches) + 1;
  end when;
  when sample(0.5, 0.5) then
    level = 0.9*pre(level);
  end when;
  when sin(7*time) > level then
    moving = pre(moving) + 1;
  end when;
end time_functions;
