model M
  record S Real x; R r = R(1); end S;
  record R Real x; S s = S(1); end R;
  R r = R(1);
end M;
