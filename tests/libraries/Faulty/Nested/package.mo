within ;
package Nested
end Nested;
