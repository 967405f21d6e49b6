// sign() and relations inside of noEvent() get a row each where they compare
// something continuous; what compares parameters or time alone does not, and
// a condition that occurs twice has one row.
model Conditions
  parameter Real p = 1;
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
  Real z;
equation
  der(x) = -sign(x) - (if noEvent(p > 0.5) then 0 else 1);
  der(y) = if noEvent(x <= y) then sign(x) else -sign(y - x);
  z = (if x > 0.5 then 1 else 2) + (if noEvent(time > 1) then 1 else 0);
end Conditions;
