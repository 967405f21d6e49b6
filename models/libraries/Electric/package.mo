package Electric "Components of electrical circuits"
  type Voltage = Real(final quantity = "ElectricPotential", final unit = "V");
  type Current = Real(final quantity = "ElectricCurrent", final unit = "A");
  type Resistance = Real(final quantity = "Resistance", final unit = "Ohm");
  type Capacitance = Real(final quantity = "Capacitance", final unit = "F", min = 0);
  type Inductance = Real(final quantity = "Inductance", final unit = "H");
  type AngularFrequency = Real(final quantity = "AngularFrequency", final unit = "rad/s");

  connector Pin "A place where wires meet"
    Voltage v "potential";
    flow Current i "current into the component";
  end Pin;

  partial model TwoPin "What goes in at p comes out at n"
    Pin p "positive pin";
    Pin n "negative pin";
    Voltage v "voltage from p to n";
    Current i "current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;
end Electric;
