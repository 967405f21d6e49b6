/* A predefined type is not a function. */
model FunctionGivenType
  partial function Law
    input Real x;
    output Real y;
  end Law;
  function applied
    input Law law;
    input Real x;
    output Real y;
  algorithm
    y := law(x);
  end applied;
  type Kind = enumeration(one, two);
  Real a = applied(Real, time);
  Real b = applied(function Kind(), time);
end FunctionGivenType;
