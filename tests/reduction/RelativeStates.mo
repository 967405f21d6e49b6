model RelativeStates "Two masses on one line, their distance wanted as a state; index 2 as given, 4 states"
  parameter Real m1 = 1, m2 = 2, c = 10, d = 0.1;
  Real s1(start = 0), v1, s2(start = 1), v2;
  Real s_rel(stateSelect = StateSelect.prefer);
  Real v_rel(stateSelect = StateSelect.prefer), f;
equation
  der(s1) = v1;
  der(s2) = v2;
  m1*der(v1) = f;
  m2*der(v2) = -f;
  s_rel = s2 - s1;
  v_rel = der(s_rel);
  f = c*(s_rel - 0.8) + d*v_rel;
end RelativeStates;
