model unreached "What functions do not reach, or what has no part in a value, does no harm"
  function ofPart "A subscript that is wrong for these sizes, in a branch that is not taken"
    input Real x[:];
    input Boolean isShort;
    output Real y;
  protected
    Real part[2], square;
  algorithm
    if isShort then
      y := x[1];
    else
      part := {x[1], x[2]};
      square := part*part;
      y := square;
    end if;
  end ofPart;

  record Data
    parameter Boolean isScaled = false;
    parameter Real value[:] = {1, 2, 3};
    parameter Real scaled[:] = {0} "not used";
  end Data;

  function total "The branch that is selected has the size (MLS 6.7)"
    input Data data;
    input Real u;
    output Real y;
  protected
    Integer n = size(data.value, 1);
    Real v[n] = if u > 5 then data.scaled else 2*data.value;
  algorithm
    y := u*sum(v);
  end total;

  function pick
    input Real u;
    output Real y = sum(if u < 1 then {u, 2*u} elseif u < 2 then {7} else zeros(0));
  end pick;

  function root "By bisection: it has no derivative"
    input Real a;
    output Real x;
  protected
    Real low = 0, high = 10;
  algorithm
    while high - low > 1e-12 loop
      x := (low + high)/2;
      if x^2 < a then
        low := x;
      else
        high := x;
      end if;
    end while;
  end root;

  function friction "The exponent is rounded to zero: the base may be negative"
    input Real v;
    output Real f;
  protected
    Real re = abs(v) + 0.001;
    Real laminar = 1/(1 + (re/2720)^9);
  algorithm
    f := v*(1.8*log10(re/6.8))^(2*(laminar - 1));
  end friction;

  function place "External, without a derivative: its result is an Integer"
    input Real u;
    output Integer n;
    external "C" n = place_of(u)
      annotation(Include = "static int place_of(double u) { return u < 1 ? 1 : 2; }");
  end place;

  function line
    input Real u;
    output Real y;
  protected
    Integer n;
    Real slope[2] = {2, 3};
  algorithm
    n := place(u);
    y := slope[n]*u;
  end line;

  function half "External, of constants"
    input Real x;
    output Real y;
    external "C" y = half_of(x)
      annotation(Include = "static double half_of(double x) { return x/2; }");
  end half;

  function ofText "A text of what external code gives"
    output Integer n;
  protected
    constant Real four = 4;
    String text;
  algorithm
    text := "half: " + String(max(half(four), 1));
    n := if text == "half: 2" then 1 else 0;
  end ofText;

  function countDifferent "The inner loop reads what later turns of the outer one assign"
    input Real x[:];
    input Integer label[:];
    output Integer n[2];
  protected
    Real seen[2,size(x, 1)];
    Boolean isNew;
  algorithm
    n := zeros(2);
    for i in 1:size(x, 1) loop
      isNew := true;
      for k in 1:n[label[i]] loop
        if abs(seen[label[i],k] - x[i]) < 0.1 then
          isNew := false;
          break;
        end if;
      end for;
      if isNew then
        n[label[i]] := n[label[i]] + 1;
        seen[label[i],n[label[i]]] := x[i];
      end if;
    end for;
  end countDifferent;

  connector Level = input Real;
  connector Port
    Level level "an input by its type";
    output Real double;
  end Port;
  block Doubling
    Port port;
  equation
    port.double = 2*port.level;
  end Doubling;

  Doubling doubling;
  Integer texts = ofText();
  parameter Real given[4] = {3, 1, 3, 2};
  final parameter Integer different[2] = countDifferent(given, {1, 2, 1, 1});
  final parameter Integer single[2] = countDifferent(given[1:1], {1});
  parameter Data data;
  parameter Real area = 9;
  Real a = ofPart({time}, time < 100);
  Real b = total(data, time);
  Real c = pick(time/2);
  Real rate, side, drop "of an inertia, where parameters alone determine the flow";
  Real level = line(time + 2), speed = der(level);
  Real v(start = 1, fixed = true);
  Real w(start = 1) "in a loop with the same friction";
equation
  doubling.port.level = time;
  side = root(area);
  rate = 2*side;
  drop = 5*der(rate) + rate;
  der(v) = -1e4*friction(v);
  friction(w) + w^3 = 2e-3*(1 + time);
end unreached;
