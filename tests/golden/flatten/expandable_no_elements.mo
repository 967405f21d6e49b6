// options: --model ExpandableNoElements.Test
// An expandable connector that is connected to arrays without elements gets
// nothing by that.
package ExpandableNoElements
  connector Out = output Real;
  connector In = input Real;
  expandable connector Bus
  end Bus;
  block Source
    Out y[1] = {time};
  end Source;
  block Sink
    In u;
  end Sink;
  model Plant
    parameter Integer n;
    Source source[n];
    Source one;
    Bus bus, outside;
    Sink sink[n];
    Sink last;
  equation
    connect(source.y[1], bus.y1);
    connect(one.y[1], bus.y2);
    connect(bus, outside);
    connect(outside.y1, sink.u);
    connect(outside.y2, last.u);
  end Plant;
  model Test
    Plant none(n = 0);
    Plant two(n = 2);
  end Test;
end ExpandableNoElements;
