// Section 7.4: what is left out has to be there.
model BreakNothing
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Base
    Pin a, b, c;
  equation
    connect(a, b);
    for i in 1:1 loop
      connect(b, c);
    end for;
  end Base;
  extends Base(break connect(b, a), break connect(c, b), break connect(a, c),
               break connect(a, d), break e);
end BreakNothing;
