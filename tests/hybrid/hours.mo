// By section 3.7.2 rounding makes no events inside of a when-clause, and no
// more in an initial equation.
model Hours
  parameter Real begin = 1483228799;
  Real stamp = time + begin;
  discrete Integer first, hour(start = 5, fixed = true), n(start = 0, fixed = true);
initial equation
  first = integer(floor(rem(stamp, 3600*24)/3600));
equation
  when sample(1, 3600) then
    if pre(n) == 0 then
      hour = integer(floor(rem(stamp, 3600*24)/3600));
    else
      hour = if pre(hour) == 23 then 0 else pre(hour) + 1;
    end if;
    first = pre(first);
    n = pre(n) + 1;
  end when;
end Hours;
