// Section 12.6: a value declared for a field that calls the same constructor.
model RecordEndless
  record R
    Real x;
    Real y = second(R(x + 1));
  end R;
  function second
    input R r;
    output Real y;
  algorithm
    y := r.y;
  end second;
  R r = R(1);
end RecordEndless;
