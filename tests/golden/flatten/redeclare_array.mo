model RedeclareArray "Values in redeclarations inside of arrays are indexed"
  record Cable parameter Real r = 1; parameter Real k[2] = {1, 2}; end Cable;
  model Line parameter Real length = 1; replaceable parameter Cable cable; Real R = cable.r*length + sum(cable.k); end Line;
  model Net
    parameter Cable cables[3] = {Cable(r = 1), Cable(r = 2), Cable(r = 3)};
    replaceable Line lines[3];
  end Net;
  model Net2 extends Net(redeclare Line lines(length = {4, 5, 6}, redeclare Cable cable = cables)); end Net2;
  model Net3 extends Net(lines(redeclare Cable cable(r = {7, 8, 9}, k = {{1, 2}, {3, 4}, {5, 6}}))); end Net3;
  model Net4 extends Net(lines(redeclare each Cable cable(r = 5))); end Net4;
  model Net5 extends Net(lines(redeclare replaceable Cable cable constrainedby Cable(r = {1, 2, 5}))); end Net5;
  Net2 n2; Net3 n3; Net4 n4; Net5 n5(lines(redeclare Cable cable)); Net n6[2](lines(redeclare Cable cable(r = {{1,2,3},{4,5,6}})));
end RedeclareArray;
