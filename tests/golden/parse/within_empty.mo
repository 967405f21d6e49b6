within ;
class C
end C;
