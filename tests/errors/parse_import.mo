model A
  import B.;
  import C = ;
  import D.{x, };
  import E.*.F;
  Real x;
end A;
