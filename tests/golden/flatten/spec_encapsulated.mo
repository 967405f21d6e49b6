// Section 5.3.1: nothing is searched around an encapsulated class, but the
// predefined types and functions are still there.
package P
  constant Real c = 3;
  encapsulated model Closed
    import P;
    Real x = P.c*sin(time);
  end Closed;
end P;

model SpecEncapsulated
  P.Closed closed;
end SpecEncapsulated;
