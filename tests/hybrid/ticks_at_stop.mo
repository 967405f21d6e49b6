model TicksAtStop "Ticks and times that are the stop time, 0.7"
  Real x(start = 0, fixed = true);
  Integer ticks(start = 0, fixed = true), late(start = 0, fixed = true);
  Integer strict(start = 0, fixed = true), turns(start = 0, fixed = true);
equation
  der(x) = if time < 0.7 then 1 else 0;
algorithm
  when sample(0, 0.1) then
    ticks := ticks + 1;
  end when;
  when time >= 0.7 then
    late := late + 1;
  end when;
  when time > 0.7 then
    strict := strict + 1;
  end when;
  when {initial(), time >= 0.35, ticks >= 8} then
    turns := turns + 1;
  end when;
end TicksAtStop;
