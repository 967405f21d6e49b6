model M
  outer model O = O;
  inner model O outer model O = O; O o; end O;
  O o;
  inner outer model Q = Q; Q q;
  outer package P = P.P; P.X x;
end M;
