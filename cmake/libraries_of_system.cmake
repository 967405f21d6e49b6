# libxml2 and libzip as they are installed.
#
# gives   libraries_of_program, to link with; library_versions, NAME=VERSION

find_package(LibXml2 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBZIP REQUIRED IMPORTED_TARGET libzip)
set(library_versions libxml2=${LIBXML2_VERSION_STRING}
    libzip=${LIBZIP_VERSION})
set(libraries_of_program LibXml2::LibXml2 PkgConfig::LIBZIP)
