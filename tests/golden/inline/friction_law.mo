// options: --model FrictionLaw.Brake
package FrictionLaw "a call with a derivative of its own becomes an expression at the end"
  function force
    input Real v;
    output Real f;
  algorithm
    f := -0.5*v - 0.1*v^3;
    annotation(derivative = force_der);
  end force;
  function force_der
    input Real v;
    input Real der_v;
    output Real der_f;
  algorithm
    der_f := (-0.5 - 0.3*v^2)*der_v;
  end force_der;
  model Brake
    Real v(start = 1, fixed = true);
  equation
    der(v) = force(v);
  end Brake;
end FrictionLaw;
