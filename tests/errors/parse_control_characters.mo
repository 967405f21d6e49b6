model A
  Real x;
  Real y "bell  [31m escape" +;
	Real	z	= ;
end A;
