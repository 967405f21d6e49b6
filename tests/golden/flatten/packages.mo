package Physics "constants of packages become their values"
  constant Real c = 299792458;
  constant Real squared = c^2;
  package Gas
    constant Real R = kB*NA;
    constant Real kB = 1.380649e-23;
  end Gas;
  package Ideal
    extends Gas;
    constant Real factor = 1.5;
    constant Real molar = factor*R;
    model Box
      parameter Real T = 300;
      Real U = molar*T + offset;
    end Box;
  end Ideal;
  constant Real NA = 6.02214076e23;
  constant Real offset = Gas.R - Ideal.R;
  package Diatomic = Ideal(factor = 2.5);
  encapsulated package Closed
    constant Integer four = 4;
  end Closed;
end Physics;

model Packages
  constant Integer unused = 1;
  Real E = m*Physics.squared;
  parameter Real m = .Physics.Closed.four;
  Physics.Ideal.Box box(T = 2*m);
  Real mono = Physics.Ideal.molar, di = Physics.Diatomic.molar;
end Packages;
