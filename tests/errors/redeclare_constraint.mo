model RedeclareConstraint
  record Data parameter Real a = 0; end Data;
  record Two extends Data(a = 2); end Two;
  model Base
    replaceable parameter Data par constrainedby Data;
  end Base;
  model Middle
    extends Base(
      redeclare replaceable parameter Data par constrainedby Data(final a = 7));
  end Middle;
  Middle m(redeclare Two par(a = 4));
end RedeclareConstraint;
