// The flat text had no parentheses around the inner branches, and got them when
// it was read again.
model M
  Integer hour(start = 5, fixed = true), n(start = 0, fixed = true);
equation
  when sample(1, 3600) then
    if pre(n) == 0 then
      hour = 1;
    else
      hour = if pre(hour) == 23 then 0 else pre(hour) + 1;
    end if;
    n = pre(n) + 1;
  end when;
end M;
