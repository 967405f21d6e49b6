// Enumerations are Integers; a String is written when its parts change.
model strings
  type Mode = enumeration(off, slow, fast);
  discrete Mode mode(start = Mode.off, fixed = true);
  discrete String text(start = "begin", fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = if mode == Mode.off then 1 else Integer(mode);
  when x > 1 then
    mode = Mode.slow;
    text = "slow at " + String(time, significantDigits = 3);
  elsewhen x > 2 then
    mode = Mode.fast;
    text = "mode " + String(mode);
  end when;
end strings;
