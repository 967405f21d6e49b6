model M
  record S Real x = 1; T z; end S;
  record T Real x = 1; S z; end T;
  record R Real x; S s if false; S v[2]; end R;
  R r = R(1);
end M;
