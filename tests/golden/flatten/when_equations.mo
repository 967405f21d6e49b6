// when and elsewhen: conditions, loops, guards, reinit, assert, terminate
// (MLS 8.3.5 to 8.3.8)
block Counter
  input Boolean reset;
  output Integer n(start = 0);
equation
  when sample(0, 0.5) then
    n = if reset then 0 else pre(n) + 1;
  end when;
end Counter;

model WhenEquations
  type Mode = enumeration(Idle, Busy);
  parameter Boolean counts = true;
  parameter Integer size = 2;
  Real x(start = 1, fixed = true);
  Real held[size](each start = 0) "discrete, although nobody says so";
  Real twice = 2*held[1];
  Mode mode(start = Mode.Idle);
  Boolean alarm[2] = {x > 2, x < -2};
  Integer last(start = 0);
  Counter counter(reset = mode == Mode.Busy);
equation
  der(x) = -x;
  if counts then
    when alarm then
      for i in 1:size loop
        held[i] = i*x;
      end for;
      if mode == Mode.Idle then
        reinit(x, 0.5*pre(x));
      elseif x > 3 then
        reinit(x, 3);
      else
        assert(x > -100, "x is too small", AssertionLevel.warning);
      end if;
    end when;
  end if;
  when {initial(), edge(alarm[1])} then
    mode = Mode.Busy;
    last = 1;
  elsewhen change(last) then
    mode = pre(mode);
    last = 2;
  elsewhen terminal() or time > 100 then
    mode = Mode.Idle;
    last = 3;
    terminate("enough");
  end when;
end WhenEquations;
