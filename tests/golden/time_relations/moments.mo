// relations of time and discrete values are time events, others are watched
model Moments
  parameter Real T = 2, w = 3;
  Integer k(start = 0);
  Real x(start = 0, fixed = true);
  Boolean a = time >= T;
  Boolean b = T + 1 > time;
  Boolean c = 2*time - k < 4*T - 2*time;
  Boolean d = w*time < 1 "the factor is not a number";
  Boolean e = sin(time) > 0;
  Boolean f = time*time > 4;
  Boolean g = time > x;
equation
  der(x) = if noEvent(time > 1) then 1 else 0;
  when time > k + 1 then
    k = pre(k) + 1;
  end when;
initial equation
  k = 3;
end Moments;
