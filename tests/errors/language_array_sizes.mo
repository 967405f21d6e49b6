// Sizes that cannot be: negative, not known, far too large, of another kind.
model LanguageArraySizes
  parameter Integer n = -2;
  Real a[n];
  Real b[1000000, 1000000];
  Real c[:];
  Real d[1.5];
  Real e[integer(time)];
  parameter Integer k = size(f, 1);
  Real f[k];
end LanguageArraySizes;
