model CrossingAtStop "What is compared is equal at the stop time, 1, itself"
  Real zero(start = 0, fixed = true), v(start = -0.5, fixed = true);
  Real s = zero + time; // exact, and no relation of time alone
  Integer reached(start = 0, fixed = true), fallen(start = 0, fixed = true);
  Integer passed(start = 0, fixed = true), below(start = 0, fixed = true);
  discrete Real at(start = -1, fixed = true);
equation
  der(zero) = 0;
  der(v) = 0;
  when s >= 1 then
    reached = pre(reached) + 1;
    at = time;
  end when;
  when 3 - 2*s <= 1 then
    fallen = pre(fallen) + 1;
    reinit(v, -pre(v));
  end when;
  when s > 1 then
    passed = pre(passed) + 1;
  elsewhen 2 - s < 1 then
    passed = pre(passed) + 10;
  end when;
  when s >= 0.5 then
    below = pre(below) + 1;
  end when;
end CrossingAtStop;
