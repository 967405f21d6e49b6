model HomotopyWhen "homotopy() in what defines discrete Reals"
  Real x(start = 1, fixed = true);
  discrete Real d(start = 0);
  Real e, f;
equation
  der(x) = -x;
  when initial() then
    d = homotopy(2*x, x);
  end when;
  e = homotopy(3*d, d);
  f = if initial() then 5 else homotopy(7*d, d);
end HomotopyWhen;
