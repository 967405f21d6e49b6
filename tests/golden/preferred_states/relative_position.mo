model RelativePosition "s_rel is preferred: its equation is differentiated twice"
  Real s1(start = 0), s2(start = 1), v1, v2;
  Real s_rel(stateSelect = StateSelect.prefer, start = 1);
  Real f;
equation
  der(s1) = v1;
  der(s2) = v2;
  der(v1) = f;
  der(v2) = -2*f;
  s_rel = s2 - s1;
  f = 10*(s_rel - 1);
end RelativePosition;
