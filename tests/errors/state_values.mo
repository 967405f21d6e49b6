/* How long a state is active is known in equations only. */
model StateValues
  function delayed
    input Real x = timeInState();
    output Real y;
  algorithm
    y := x;
  end delayed;
  Real a = delayed();
  Real b[ticksInState()];
end StateValues;
