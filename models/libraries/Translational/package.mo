package Translational "Components that move along a line"
  type Position = Real(final quantity = "Length", final unit = "m");
  type Velocity = Real(final quantity = "Velocity", final unit = "m/s");
  type Force = Real(final quantity = "Force", final unit = "N");
  type Mass = Real(final quantity = "Mass", final unit = "kg", min = 0);
  type Stiffness = Real(final quantity = "TranslationalSpringConstant", final unit = "N/m");
  type Damping = Real(final quantity = "TranslationalDampingConstant", final unit = "N.s/m");

  connector Flange "A place where bodies are bolted together"
    Position s "position";
    flow Force f "force on the component";
  end Flange;

  partial model Compliant "A force depends on the distance of two flanges"
    Flange a "left flange";
    Flange b "right flange";
    Position s_rel "distance, b minus a";
    Force f "force that pulls the flanges together";
  equation
    s_rel = b.s - a.s;
    b.f = f;
    a.f = -f;
  end Compliant;
end Translational;
