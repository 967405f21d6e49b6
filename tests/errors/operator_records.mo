// Section 14.4: no function of the operator fits, or several do.
package Parts
  operator record C
    Real x;
    encapsulated operator '+'
      function one
        import Parts.C;
        input C a, b;
        output C c;
      algorithm
        c := C(a.x + b.x);
      end one;
      function two
        import Parts.C;
        input C a, b;
        input Real k = 1;
        output C c;
      algorithm
        c := C(a.x + k*b.x);
      end two;
    end '+';
  end C;
  record Plain
    Real x;
  end Plain;
end Parts;
model OperatorRecords
  import Parts.*;
  C a = C(1), m[2, 2] = fill(a, 2, 2);
  C b = a + a;
  C c = a*a;
  C d = -a;
  C e = a + true;
  Boolean f = a < a;
  Plain p = Plain(1);
  Plain q = p + p;
  C g[2, 2] = m*m;
  parameter String s = String(a);
  parameter String n = getInstanceName(1);
end OperatorRecords;
