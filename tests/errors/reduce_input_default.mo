model InputDefault
  input Real u = sin(time);
  Real x = u;
end InputDefault;
