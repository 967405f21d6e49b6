within Shapes;
package Parts "A folder in a folder"
  constant Integer n = 3;
end Parts;
