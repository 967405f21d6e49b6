model LanguageSubscripts
  Real a[3], b[2, 2], s;
equation
  a[4] = 1;
  a[0] = 2;
  b[1] = {1, 2};
  b[1, 2, 3] = 1;
  s[1] = 2;
  a["x"] = 3;
end LanguageSubscripts;
