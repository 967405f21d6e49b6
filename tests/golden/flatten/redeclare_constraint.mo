model RedeclareConstraint "What constrainedby of redeclarations leaves behind"
  record Data parameter Real a = 0; parameter Real b = 0; end Data;
  record One = Data(a = 1, b = 1);
  record Two extends Data(a = 2, b = 2); end Two;
  model Base
    replaceable parameter One par constrainedby Data;
    replaceable model Kind = Part constrainedby Part(c = 1);
    Kind part;
    Real y = par.a + par.b;
  end Base;
  model Part parameter Real c = 0; parameter Real d = 0; end Part;
  model Other extends Part(c = 8, d = 8); end Other;
  model Middle "by modifiers"
    extends Base(
      redeclare replaceable parameter One par constrainedby Data(a = data),
      redeclare replaceable model Kind = Part constrainedby Part(d = data));
    parameter Real data = 7;
  end Middle;
  model Body "by declarations"
    extends Base;
    redeclare replaceable parameter One par constrainedby Data(b = data);
    redeclare replaceable model Kind = Part constrainedby Part(d = data);
    parameter Real data = 9;
  end Body;
  model Last
    extends Middle(redeclare replaceable Two par constrainedby Data(b = 5));
  end Last;
  Middle stays "a = data, b = 1; c = 1, d = data";
  Middle replaced(redeclare Two par, redeclare model Kind = Other)
    "a = data, b = 2; c = 1, d = data";
  Middle own(redeclare Two par(a = 4), redeclare model Kind = Other(c = 3))
    "a = 4, b = 2; c = 3, d = data";
  Body body(redeclare Two par, redeclare model Kind = Other)
    "a = 2, b = data; c = 1, d = data";
  Last last(redeclare One par) "a = data, b = 5";
end RedeclareConstraint;
