model loop_at_rest "Flows that bring what is on their own side: at m = 0 the equations hold whatever h is"
  model Flow
    parameter Real k, a = 1;
    input Real p;
    Real m(start = 5), h(start = 1), x(start = 0, fixed = true);
  equation
    p = 1 - 0.1*m - k*h;
    0 = m*(if m > 0 then a - h else -1 - h);
    der(x) = m;
  end Flow;
  model BothWays "as a pump: what enters at either end, and work"
    input Real p;
    Real m(start = 5), h(start = 1), x(start = 0, fixed = true), H;
  equation
    p = 1 - 0.1*m - 0.5*h;
    H = m*(if m > 0 then 1 else h) - m*(if -m > 0 then -1 else h);
    0 = H + 0.1*m;
    der(x) = m;
  end BothWays;
  model Named
    input Real p;
    Boolean forward = m > 0;
    Real m(start = 5), h(start = 1), x(start = 0, fixed = true), up;
  equation
    p = 1 - 0.1*m - 0.5*h;
    up = if forward then 1 else -1;
    0 = m*(up - h);
    der(x) = m;
  end Named;
  model After "what the relation compares follows from the loop, by another one"
    input Real p;
    Real m(start = 5), h(start = 1), x(start = 0, fixed = true), q, r(start = 1);
  equation
    p = 1 - 0.1*m - 0.5*h;
    q = 2*m + 0.1*m^3;
    r + 0.1*r^3 = q;
    0 = m*(if r > 0 then 1 - h else -1 - h);
    der(x) = m;
  end After;
  model Alone "one unknown"
    input Real p;
    Real m(start = 5), x(start = 0, fixed = true);
  equation
    0 = m*((if m > 0 then 1 else -1) - (1 - 0.1*m - p)/0.5);
    der(x) = m;
  end Alone;
  Flow rests(k = 0.5, p = time), jumps(k = -0.5, p = time);
  Flow comes(k = 0.5, p = 3 - time), swings(k = 0.5, p = 1 + 0.8*sin(time));
  Flow returns(k = 0.5, p = 0.5 + 0.3*sin(time + 1));
  Flow steps(k = 0.5, p = if time < 1 then 1 elseif time < 2 then 2 else 0.2);
  BothWays both(p = time);
  Named named(p = time);
  After after(p = time);
  Alone alone(p = time);
  annotation(experiment(StopTime = 8));
end loop_at_rest;
