model lag_at_limit "A lag is set back to its limit where its input falls"
  parameter Real limit = 1, T = 0.02;
  Real u = 3 - time;
  Real x(start = 0, fixed = true), y = min(x, limit);
  Integer n(start = 0, fixed = true);
equation
  T*der(x) = u - x;
  when x > limit and u - x < 0 then
    reinit(x, limit);
    n = pre(n) + 1;
  end when;
end lag_at_limit;
