// A relation that is watched, a when-equation and a state that jumps.
model when_reinit
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  discrete Integer bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.7*pre(v));
    bounces = pre(bounces) + 1;
  end when;
end when_reinit;
