// A discrete variable in the record of noDerivative does not make the other
// arguments jump: p is the state that it is to be, in place of m. What adds
// the variable itself does: n stays the state, not q.
model Left_out_wanted
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
  Integer phase = if p > 2 then 2 else 1;
  Real p(start = 1, fixed = true, stateSelect = StateSelect.prefer);
  Real q(stateSelect = StateSelect.prefer);
  Real m = density(p, properties(p, phase, scale));
  Real n(start = 1, fixed = true) = q + phase;
equation
  der(m) = 1;
  der(n) = 1;
end Left_out_wanted;
