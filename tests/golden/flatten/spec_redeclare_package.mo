// Section 7.3: a package as a parameter of a model (a medium).
partial package Medium
  constant Integer n = 1;
  constant Real rho[n] = fill(1.0, n);
  replaceable partial model State
    Real p;
  end State;
end Medium;

package Water
  extends Medium(n = 2, rho = {1000, 900});
  redeclare model extends State
    Real T;
  equation
    T = 2*p;
  end State;
end Water;

model Pipe
  replaceable package M = Medium;
  M.State state;
  Real m[M.n] = M.rho*3;
end Pipe;

model SpecRedeclarePackage
  Pipe pipe(redeclare package M = Water);
equation
  pipe.state.p = time;
end SpecRedeclarePackage;
