// What a relation compares jumps at time 1, and the motion turns: this is no
// contact, since nothing touches there.
model JumpAcross
  Real x(start = 0, fixed = true), v(start = -1, fixed = true);
  Real y = x + (if time < 1 then 3 else -3);
equation
  der(x) = v;
  der(v) = 0;
  when y < 0 then
    reinit(v, -pre(v));
  end when;
end JumpAcross;
