package P
  extends Q(final redeclare package R = P);
  package Q
    extends R(final redeclare package Q = Q);
    replaceable package R = P.Q;
  end Q;
end P;
model M
  P.Q.R.Q.R.Q x;
  extends P.Q;
end M;
