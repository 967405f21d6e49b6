// options: --model Buses.Test
// Section 9.1.3: what a connection adds to an expandable connector is like the
// other end, but it is public also where that is protected in its model.
package Buses
  expandable connector Bus
  end Bus;
  connector Out = output Real;
  connector In = input Real;
  block Const
    Out y = time;
  end Const;
  block Sink
    In u;
    Real z = u;
  end Sink;
  model Left
    Bus bus;
    Const c;
  protected
    Bus sub;
  equation
    connect(c.y, sub.y);
    connect(sub, bus.sub);
  end Left;
  model Right
    Bus bus;
    Sink s;
  protected
    Bus sub;
  equation
    connect(sub.y, s.u);
    connect(bus.sub, sub);
  end Right;
  model Test
    Left l;
    Right r;
  equation
    connect(l.bus, r.bus);
  end Test;
end Buses;
