package P
  constant Real c = 1;
  encapsulated model Closed
    Real x = c;
    P.Other y;
  end Closed;
  model Other
  end Other;
end P;
model LanguageEncapsulated
  P.Closed closed;
end LanguageEncapsulated;
