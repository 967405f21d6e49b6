model Kinds "Strings, enumerations and Booleans that events change"
  type Mode = enumeration(off, slow, fast);
  Mode mode(start = Mode.off, fixed = true);
  Integer level[Mode](start = {0, 0, 0});
  String text(start = "");
  Boolean flag(start = false, fixed = true);
  Integer n_text(start = 0), n_mode(start = 0);
  Integer number = Integer(mode);
  Integer length(start = 0);
equation
  when sample(1, 1) then
    mode = if pre(mode) == Mode.fast then Mode.off
           else Mode(Integer(pre(mode)) + 1);
    text = "mode " + String(pre(mode));
    flag = not pre(flag);
  end when;
  for m in Mode loop
    when change(mode) and mode == m then
      level[m] = pre(level[m]) + 1;
    end when;
  end for;
  when change(text) then
    n_text = pre(n_text) + 1;
    length = (if text == "mode fast" then 9 else 8) +
             (if pre(text) == "mode fast" then 90 else 80);
  end when;
  when edge(flag) then
    n_mode = pre(n_mode) + 1;
  end when;
end Kinds;
