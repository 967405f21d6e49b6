connector Out = output Real; connector In = input Real;
block S Out y; Out y2; equation y = 1; y2 = 2; end S;
block D In u; S s; Out yy; equation connect(s.y, u); connect(s.y2, yy); end D;
model FamilySources D d[5];
  S t[5];
  equation for k in 1:5 loop connect(t[k].y, d[k].yy);
  end for;
  end FamilySources;
