// The record of noDerivative holds a discrete variable and a parameter that
// the other arguments do not hold: they have no derivatives, and the one of
// the text is used.
model Left_out_still
  record Properties
    Real rho, slope;
  end Properties;
  function properties
    input Real p;
    input Integer phase;
    input Real scale;
    output Properties r;
  algorithm
    r.rho := scale*p*(p + phase);
    r.slope := scale*(2*p + phase);
    annotation(Inline = false);
  end properties;
  function density
    input Real p;
    input Properties r;
    output Real rho;
  algorithm
    rho := r.rho;
    annotation(Inline = false, derivative(noDerivative = r) = density_der);
  end density;
  function density_der
    input Real p;
    input Properties r;
    input Real dp;
    output Real drho;
  algorithm
    drho := r.slope*dp;
    annotation(Inline = false);
  end density_der;
  parameter Real scale = 2;
  Integer phase(start = 1, fixed = true);
  Real p = 1 + time;
  Real d = density(p, properties(p, phase, scale));
  Real v = der(d);
equation
  when time > 1 then
    phase = 2;
  end when;
end Left_out_still;
