model M
  record R Real x; Missing y; end R;
  R r = R(1);
end M;
