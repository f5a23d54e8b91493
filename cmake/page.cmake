# Embeds the page (client/web) in the server: target `page`, one source file with all files of the page.
#
# AUTO: needs Node.js 18+, npm, and the packages in package-lock.json; without them the server is built
# without the page, says so, and a later build tries again. ON: fails instead. OFF: leaves out the page.
set(JAIPUR_PAGE AUTO CACHE STRING "Build the page into the server: AUTO, ON, OFF")
set_property(CACHE JAIPUR_PAGE PROPERTY STRINGS AUTO ON OFF)

set(without_page ${CMAKE_SOURCE_DIR}/server/net/no_page.cpp)
set(page_folder ${CMAKE_BINARY_DIR}/page) # everything happens here; the source tree is not changed

if(JAIPUR_PAGE STREQUAL "AUTO" OR JAIPUR_PAGE)
  include(find_node)
  find_node(page_lacks)
  if(page_lacks AND JAIPUR_PAGE STREQUAL "AUTO")
    message(STATUS "The page is left out of the server: ${page_lacks}")
  elseif(page_lacks)
    message(FATAL_ERROR "JAIPUR_PAGE is ON: ${page_lacks}")
  endif()

  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS
       ${CMAKE_SOURCE_DIR}/client/web/src/* ${CMAKE_SOURCE_DIR}/client/web/public/* ${CMAKE_SOURCE_DIR}/protocol/schema/*)
  file(GLOB page_tools CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/client/web/*.mjs ${CMAKE_SOURCE_DIR}/client/web/*.json)
  # Deleted files, and new ones with an old time, don't show up as newer; this file changes with the list.
  list(JOIN page_sources "\n" page_list)
  file(CONFIGURE OUTPUT ${page_folder}/sources.txt CONTENT "${page_list}\n" @ONLY)
  # Without the page there is no stamp, so every build tries again.
  add_custom_command(
    OUTPUT ${page_folder}/stamp
    BYPRODUCTS ${page_folder}/page.cpp
    COMMAND ${CMAKE_COMMAND} -D MODE=${JAIPUR_PAGE} -D SOURCE=${CMAKE_SOURCE_DIR} -D FOLDER=${page_folder}
            -D WITHOUT=${without_page} -P ${CMAKE_SOURCE_DIR}/cmake/build_page.cmake
    DEPENDS ${page_folder}/sources.txt ${page_sources} ${page_tools} ${without_page} ${CMAKE_SOURCE_DIR}/cmake/build_page.cmake
            ${CMAKE_SOURCE_DIR}/cmake/find_node.cmake
    COMMENT "Building the page"
    VERBATIM)
  add_library(page STATIC ${page_folder}/page.cpp ${page_folder}/stamp)
else()
  file(REMOVE ${page_folder}/stamp)
  file(WRITE ${page_folder}/left_out.txt "it was built with JAIPUR_PAGE=OFF\n")
  add_library(page STATIC ${without_page})
endif()
target_include_directories(page PRIVATE ${CMAKE_SOURCE_DIR})
# It is data: long literals that clang-tidy needn't check.
target_compile_options(page PRIVATE -Wno-overlength-strings)
set_target_properties(page PROPERTIES CXX_CLANG_TIDY "" UNITY_BUILD OFF)
