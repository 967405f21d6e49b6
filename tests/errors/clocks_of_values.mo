/* What holds a value does not make a clock. */
model ClocksOfValues
  Integer i;
  Clock c = previous(Clock(0.1));
equation
  when hold(Clock(0.1)) then
    i = 1;
  end when;
end ClocksOfValues;
