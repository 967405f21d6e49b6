// Redeclarations that the specification forbids.
partial model Base
  Real v;
end Base;
model Good
  extends Base;
equation
  v = 1;
end Good;
model Bad
  Real w = 1;
end Bad;
model Holder
  replaceable Good r constrainedby Base;
  Good fixed_one;
  replaceable model M = Good constrainedby Base;
  M m;
end Holder;

model LanguageRedeclare
  Holder a(redeclare Bad r);
  Holder b(redeclare Bad fixed_one);
  Holder c(redeclare model M = Bad);
  Holder d(redeclare model Nothing = Good);
  Holder e(redeclare Missing r);
end LanguageRedeclare;
