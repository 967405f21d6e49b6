// Only a state can be given another value.
model not_a_state
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -x;
  y = sin(time);
  when time > 1 then
    reinit(y, 3);
  end when;
end not_a_state;
