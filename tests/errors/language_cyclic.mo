// Cycles among sizes, constants, packages.
package A
  constant Integer n = B.n;
end A;
package B
  constant Integer n = A.n;
end B;
model LanguageCyclic
  Real x[A.n];
  parameter Integer k = m;
  parameter Integer m = k;
  Real y[k];
end LanguageCyclic;
