model M
  record R Real x; R r = R(1); end R;
  R r = R(1);
end M;
