within Shapes.Parts;
model Elsewhere
end Elsewhere;
