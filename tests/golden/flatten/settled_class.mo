partial package Medium
  replaceable partial model Properties
    Real p, h;
  end Properties;
end Medium;

package Water
  extends Medium;
  redeclare replaceable model extends Properties
    Real T = h/4.2;
  end Properties;
end Water;

package Settled "nobody can redeclare its Properties"
  extends Water;
  redeclare model extends Properties
    Real d = 1000 + p;
  end Properties;
end Settled;

package More
  extends Settled;
  model Extended
    extends Properties;
    Real q = d + T;
  end Extended;
end More;

model SettledClass "What is redeclared without `replaceable` may be extended"
  model Given
    extends More.Extended(p = 1, h = 42);
  end Given;
  Given e;
end SettledClass;
