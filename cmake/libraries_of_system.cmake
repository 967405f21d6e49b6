# libxml2 and libzip as they are installed.
#
# gives   libraries_of_program, to link with

find_package(LibXml2 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBZIP REQUIRED IMPORTED_TARGET libzip)
set(libraries_of_program LibXml2::LibXml2 PkgConfig::LIBZIP)
