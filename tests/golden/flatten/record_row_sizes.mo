// options: --model RecordRowSizes.Test
// The records of an array differ in the sizes of their parts: each element of
// an array of components takes its own one.
package RecordRowSizes
  record Material parameter Real x = 0.1; parameter Real k = 1; end Material;
  record Wall
    parameter Integer n = 1;
    parameter Material m[n];
    parameter Real eps = 0.9;
  end Wall;
  record Thick = Wall(n = 3, m = {Material(0.3), Material(x = 0.2), Material(k = 2)});
  model Conductor
    parameter Wall layers;
    Real T[layers.n + 1];
    Real q = layers.m[layers.n].k*(T[layers.n] - T[layers.n + 1])/layers.m[layers.n].x;
  equation
    for i in 1:layers.n + 1 loop T[i] = i*time*sum(layers.m.x); end for;
  end Conductor;
  record Part
    parameter Real A;
    parameter Wall layers;
  end Part;
  model Room
    parameter Integer nCon = 3;
    parameter Part con[nCon];

    parameter Real eps[nCon] = con.layers.eps;
    Conductor wall[nCon](layers = con.layers);
    Conductor slice[2](layers = con[2:-1:1].layers);
    Part again[nCon] = con;
    Real q = sum(wall.q);
  end Room;
  model Test
    parameter Wall thin(n = 1, m = {Material(k = 5)});
    parameter Thick thick(eps = 0.5);
    Room room(con(A = {1, 2, 3}, layers = {thin, thick, Wall(n = 2, m = {Material(0.7), Material(0.8)})}));
  end Test;
end RecordRowSizes;
