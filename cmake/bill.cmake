# The bill of materials of the program (SPDX 2.3) in share/foucault, which goes
# into packages and wheels; FMUs have their own (emit/package/parts.c).
#
# needs   library_versions (NAME=VERSION), sundials_version, suitesparse_version,
#         has_tinycc, tinycc_version, LAPACK_ARCHIVE
# gives   data_dir/sbom.spdx.json

set(bill_packages "")
set(bill_relations "")

# bill_part(NAME VERSION LICENSE HOME RELATION): one more part of the program,
# whose name says that it is inside (CONTAINS) or found at the start
# (DYNAMIC_LINK).
macro(bill_part name version license home relation)
  string(MAKE_C_IDENTIFIER ${name} id)
  string(REPLACE "_" "-" id ${id})
  string(APPEND bill_packages ",
    {\"SPDXID\": \"SPDXRef-${id}\", \"name\": \"${name}\",
     \"versionInfo\": \"${version}\", \"downloadLocation\": \"${home}\",
     \"filesAnalyzed\": false, \"licenseConcluded\": \"${license}\",
     \"licenseDeclared\": \"${license}\", \"copyrightText\": \"NOASSERTION\"}")
  string(APPEND bill_relations ",
    {\"spdxElementId\": \"SPDXRef-foucault\",
     \"relationshipType\": \"${relation}\",
     \"relatedSpdxElement\": \"SPDXRef-${id}\"}")
endmacro()

if(FOUCAULT_LIBRARIES STREQUAL sources)
  set(bill_relation CONTAINS)
else()
  set(bill_relation DYNAMIC_LINK)
endif()
set(license_of_libxml2 MIT)
set(license_of_libzip BSD-3-Clause)
set(license_of_zlib Zlib)
set(home_of_libxml2 https://gitlab.gnome.org/GNOME/libxml2)
set(home_of_libzip https://libzip.org)
set(home_of_zlib https://zlib.net)
foreach(entry IN LISTS library_versions)
  string(REGEX MATCH "^([^=]+)=(.*)$" unused ${entry})
  bill_part(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}"
    ${license_of_${CMAKE_MATCH_1}} ${home_of_${CMAKE_MATCH_1}}
    ${bill_relation})
endforeach()
bill_part(SUNDIALS "${sundials_version}" BSD-3-Clause
  https://computing.llnl.gov/projects/sundials CONTAINS)
foreach(name AMD COLAMD SuiteSparse_config)
  bill_part(${name} "${suitesparse_version}" BSD-3-Clause
    https://people.engr.tamu.edu/davis/suitesparse.html CONTAINS)
endforeach()
if(has_tinycc)
  bill_part(TinyCC "${tinycc_version}" LGPL-2.1-or-later
    https://bellard.org/tcc CONTAINS)
endif()
if(LAPACK_ARCHIVE AND BLAS_ARCHIVE)
  bill_part(LAPACK NOASSERTION BSD-3-Clause https://netlib.org/lapack CONTAINS)
endif()

set(bill_name
    foucault-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
file(CONFIGURE OUTPUT ${data_dir}/sbom.spdx.json @ONLY CONTENT [[
{"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0",
 "SPDXID": "SPDXRef-DOCUMENT", "name": "@bill_name@",
 "documentNamespace": "https://spdx.org/spdxdocs/@bill_name@",
 "creationInfo": {"created": "1980-01-01T12:00:00Z",
                  "creators": ["Tool: Foucault-@PROJECT_VERSION@"]},
 "packages": [
    {"SPDXID": "SPDXRef-foucault", "name": "foucault",
     "versionInfo": "@PROJECT_VERSION@", "downloadLocation": "NOASSERTION",
     "filesAnalyzed": false, "licenseConcluded": "BSD-2-Clause",
     "licenseDeclared": "BSD-2-Clause",
     "copyrightText": "NOASSERTION"}@bill_packages@],
 "relationships": [
    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
     "relatedSpdxElement": "SPDXRef-foucault"}@bill_relations@]}
]])
