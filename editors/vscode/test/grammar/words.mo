// SYNTAX TEST "source.modelica" "what each kind of word is"
within Some.Place;
// <------ keyword.other.modelica
model Pendulum "Swings"
// <----- storage.type.class.modelica
//    ^^^^^^^^ entity.name.type.class.modelica
//             ^^^^^^^^ string.quoted.double.modelica
  import SI = Modelica.Units.SI;
//^^^^^^ keyword.other.modelica
  parameter Real L(unit = "m", min = 0) = 1.5e-3;
//^^^^^^^^^ storage.modifier.modelica
//          ^^^^ support.type.modelica
//               ^ - support.type.modelica
//                      ^ keyword.operator.modelica
//                        ^^^ string.quoted.double.modelica
//                                        ^^^^^^ constant.numeric.modelica
  Real x1(start = .Real), 'odd "name"' = time "a \" b \n c \q";
//     ^^ - constant.numeric.modelica
//                 ^^^^ - support.type.modelica
//                        ^^^^^^^^^^^^ variable.other.quoted.modelica
//                                       ^^^^ variable.language.modelica
//                                               ^^ constant.character.escape.modelica
//                                                         ^^ invalid.illegal.escape.modelica
protected
// <--------- keyword.control.section.modelica
  flow Boolean b = true and not false;
//^^^^ storage.modifier.modelica
//                 ^^^^ constant.language.modelica
//                      ^^^ keyword.operator.word.modelica
initial equation
// <------- keyword.control.section.modelica
//      ^^^^^^^^ keyword.control.section.modelica
  if x > 0 then
//^^ keyword.control.modelica
//     ^ keyword.operator.modelica
//         ^^^^ keyword.control.modelica
    der(x) = -x .* a[end];
//  ^^^ support.function.modelica
//              ^^ keyword.operator.modelica
//                   ^^^ keyword.other.modelica
  else /* a comment
//     ^^ comment.block.modelica
    model */ y = der;
//  ^^^^^ comment.block.modelica
//           ^ - comment.block.modelica
//               ^^^ - support.function.modelica
  end if;
//^^^ keyword.control.modelica
//    ^^ keyword.control.modelica
  z = Foo.sin(x); // sin
//        ^^^ - support.function.modelica
//                ^^^^^^ comment.line.double-slash.modelica
  operator record Complex
//^^^^^^^^ storage.type.class.modelica
//         ^^^^^^ storage.type.class.modelica
//                ^^^^^^^ entity.name.type.class.modelica
  redeclare model extends Base
//^^^^^^^^^ storage.modifier.modelica
//          ^^^^^ storage.type.class.modelica
//                ^^^^^^^ keyword.other.modelica
//                        ^^^^ entity.name.type.class.modelica
end Pendulum;
// <--- keyword.other.modelica
//  ^^^^^^^^ entity.name.type.class.modelica
