model FloorOfTime "Counts of periods whose ends are not exact numbers"
  parameter Real period = 0.001, begin[4] = {0.5, 0.3, 0.7, -0.1};
  Integer n[4] = {integer((time - begin[i])/period) for i in 1:4};
  Integer step(start = 0) "of a wave that goes up and down";
  Integer n_jumps[4](each start = 0), n_steps(start = 0);
equation
  step = integer(63.2*sin(20*time) + 0.5);
  for i in 1:4 loop
    when change(n[i]) then
      n_jumps[i] = pre(n_jumps[i]) + n[i] - pre(n[i]);
    end when;
  end for;
  when change(step) then
    n_steps = pre(n_steps) + abs(step - pre(step));
  end when;
end FloorOfTime;
