model DiscreteInput "What follows a discrete input changes when it is set"
  discrete input Real u(start = 0);
  Real double = 2*u;
  Boolean high = u > 1, late = time > u;
  Integer n_set(start = 0), n_high(start = 0);
  Real at(start = 0), before(start = 0);
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
  when change(u) then
    n_set = pre(n_set) + 1;
    at = time;
    before = pre(u);
  end when;
  when u > 1 then
    n_high = pre(n_high) + 1;
  end when;
end DiscreteInput;
