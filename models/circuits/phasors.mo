operator record Phasor "a complex number with its operators"
  Real re, im;
  encapsulated operator 'constructor'
    function fromReal
      import Phasor;
      input Real re;
      input Real im = 0;
      output Phasor result(re = re, im = im);
    algorithm
    end fromReal;
    function fromPolar "length, angle, and a word that distinguishes the two"
      import Phasor;
      input Real length;
      input Real angle;
      input Boolean isPolar;
      output Phasor result;
    algorithm
      result := Phasor(length*cos(angle), length*sin(angle));
    end fromPolar;
  end 'constructor';
  encapsulated operator function '0'
    import Phasor;
    output Phasor z;
  algorithm
    z := Phasor(0);
  end '0';
  encapsulated operator function '+'
    import Phasor;
    input Phasor a, b;
    output Phasor c;
  algorithm
    c := Phasor(a.re + b.re, a.im + b.im);
  end '+';
  encapsulated operator '-'
    function negate
      import Phasor;
      input Phasor a;
      output Phasor c;
    algorithm
      c := Phasor(-a.re, -a.im);
    end negate;
    function subtract
      import Phasor;
      input Phasor a, b;
      output Phasor c;
    algorithm
      c := Phasor(a.re - b.re, a.im - b.im);
    end subtract;
  end '-';
  encapsulated operator function '*'
    import Phasor;
    input Phasor a, b;
    output Phasor c;
  algorithm
    c := Phasor(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
  end '*';
end Phasor;
package Alternating "circuits in the steady state of one frequency"
  connector Pin
    Phasor v;
    flow Phasor i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Phasor v = p.v - n.v;
    outer Real omega;
  equation
    Phasor(0) = p.i + n.i;
  end TwoPin;
  model Source
    extends TwoPin;
    parameter Real V = 1, phi = 0;
  equation
    v = Phasor(V, phi, true);
  end Source;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R*p.i;
  end Resistor;
  model Inductor
    extends TwoPin;
    parameter Real L = 1;
  equation
    v = Phasor(0, omega*L)*p.i;
  end Inductor;
  model Capacitor
    extends TwoPin;
    parameter Real C = 1;
  equation
    p.i = Phasor(0, omega*C)*v;
  end Capacitor;
  model Ground
    Pin p;
  equation
    p.v = Phasor(0);
  end Ground;
end Alternating;
model Phasors "A series resonance, swept through its frequency"
  inner Real omega = 0.2 + time;
  Alternating.Source source(V = 2, phi = 0.5);
  Alternating.Resistor resistor(R = 0.3);
  Alternating.Inductor inductor;
  Alternating.Capacitor capacitor(C = 0.5);
  Alternating.Ground ground;
  Phasor drops[3] = {resistor.v, inductor.v, capacitor.v};
  Phasor all = sum(drops);
equation
  connect(source.p, resistor.p);
  connect(resistor.n, inductor.p);
  connect(inductor.n, capacitor.p);
  connect(capacitor.n, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 3, Interval = 0.01),
             __foucault(plot = "source.p.i.im:source.p.i.re"));
end Phasors;
