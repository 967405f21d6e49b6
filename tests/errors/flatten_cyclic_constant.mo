package P
  constant Integer n = Cyclic.m;
end P;

model Cyclic
  constant Real a = b + 1;
  constant Real b = 2*c;
  constant Real c = a/2;
  constant Real good = 1 + a;
  constant Integer m = P.n;
end Cyclic;
