package P
  model M
    Real x = 1;
  end M;
end P;
model LanguageImports
  import P.N;
  import P.{M, K};
  import Q.*;
  import R = P.M.x;
  M m;
  N n;
end LanguageImports;
