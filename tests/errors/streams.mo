// Section 15.1: a stream belongs to a connector with one flow; inStream takes
// stream variables only.
model Streams
  connector Port
    Real p;
    flow Real m_flow;
    stream Real h;
  end Port;
  connector NoFlow
    Real p;
    stream Real h;
  end NoFlow;
  connector TwoFlows
    Real p, q;
    flow Real a, b;
    stream Real h;
  end TwoFlows;
  connector Plain
    Real p;
    flow Real m_flow;
    Real h;
  end Plain;
  model Part
    Port port;
    NoFlow noFlow;
    TwoFlows twoFlows;
    Plain plain;
    Real a = inStream(port.p);
    Real b = inStream(port.h + 1);
    Real c = inStream(noFlow.h);
    Real d = actualStream(twoFlows.h);
    Real e = inStream();
    Real f = inStream(port);
  end Part;
  Part part, other;
equation
  connect(part.port, other.plain);
end Streams;
