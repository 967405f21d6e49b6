package Kinds
  class A end A;
  model B end B;
  record C end C;
  operator record D end D;
  block E end E;
  connector F end F;
  expandable connector G end G;
  type H end H;
  package I end I;
  function J end J;
  pure function K end K;
  impure function L end L;
  operator function M end M;
  pure operator function N end N;
  operator O end O;
  partial model Q end Q;
  encapsulated model R end R;
  encapsulated partial model S end S;
  operator 'constructor' "quoted name"
    function fromReal input Real re; output C c; algorithm c := C(re); end fromReal;
  end 'constructor';
end Kinds;
