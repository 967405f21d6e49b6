model loop_kinks "The loops of loop_at_rest, whose flows are told by max, min, abs and noEvent"
  partial model Flow
    parameter Real k = 0.5;
    input Real p;
    Real m(start = 5), h(start = 1), x(start = 0, fixed = true);
  equation
    p = 1 - 0.1*m - k*h;
    der(x) = m;
  end Flow;
  model ByMax
    extends Flow;
  equation
    0 = max(m, 0)*(1 - h) - max(-m, 0)*(-1 - h);
  end ByMax;
  model ByMin "and the parts of the flow as variables"
    extends Flow;
    Real forth = max(0, 2*m)/2, back = min(m, 0);
  equation
    0 = forth*(1 - h) + back*(-1 - h);
  end ByMin;
  model ByAbs
    extends Flow;
  equation
    0 = (abs(m) + m)/2*(1 - h) - (abs(m) - m)/2*(-1 - h);
  end ByAbs;
  model Quiet
    extends Flow;
  equation
    0 = noEvent(if m > 0 then m*(1 - h) else m*(-1 - h));
  end Quiet;
  model Parts "with events"
    extends Flow;
    Real forth = if m > 0 then m else 0, back = if -m > 0 then m else 0;
  equation
    0 = forth*(1 - h) + back*(-1 - h);
  end Parts;
  model BothWays "as a pump: what enters at either end, and work"
    extends Flow;
    Real H;
  equation
    H = max(m, 0)*(1 - h) - max(-m, 0)*(-1 - h);
    0 = H + 0.1*m;
  end BothWays;
  ByMax rests(p = time), jumps(k = -0.5, p = time);
  ByMax comes(p = 3 - time), swings(p = 1 + 0.8*sin(time));
  ByMax returns(p = 0.5 + 0.3*sin(time + 1));
  ByMax steps(p = if time < 1 then 1 elseif time < 2 then 2 else 0.2);
  ByMin least(p = time), least_swings(p = 1 + 0.8*sin(time));
  ByAbs size(p = time), size_comes(p = 3 - time);
  Quiet quiet(p = time), quiet_jumps(k = -0.5, p = time);
  Parts parts(p = time);
  BothWays both(p = time);
  annotation(experiment(StopTime = 8));
end loop_kinks;
