# Builds the page: FOLDER/page.cpp from client/web and protocol/schema in SOURCE. It works on copies in
# FOLDER with separate packages, so several build trees can do so at once. If it can't be built and MODE
# is AUTO, page.cpp is WITHOUT, and FOLDER/left_out.txt says why.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/find_node.cmake)

set(web ${FOLDER}/client/web)
set(packages ${FOLDER}/packages) # the hash of the installed package-lock.json
set(npm_failed ${FOLDER}/npm_failed.txt) # what npm said when it failed

function(leave_out why)
  string(STRIP "${why}" why)
  if(NOT MODE STREQUAL "AUTO")
    message(FATAL_ERROR "The page can't be built: ${why}")
  endif()
  file(COPY_FILE ${WITHOUT} ${FOLDER}/page.cpp ONLY_IF_DIFFERENT)
  file(WRITE ${FOLDER}/left_out.txt "${why}\n")
  string(REGEX REPLACE "\n.*" " (more in ${FOLDER}/left_out.txt)" why "${why}")
  message(NOTICE "The server is built WITHOUT the page for browsers: ${why}")
endfunction()

# A step that must succeed in every MODE: it needs nothing that could be missing.
function(run)
  execute_process(COMMAND ${NODE} ${ARGN} WORKING_DIRECTORY ${web} RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "The page can't be built: node ${ARGN}")
  endif()
endfunction()

# Whether npm failed within the last hour. If the network drops its packets, it waits for a minute, and
# players shouldn't have to wait for that at each start.
function(failed_recently result)
  set(${result} FALSE PARENT_SCOPE)
  if(MODE STREQUAL "AUTO" AND EXISTS ${npm_failed} AND ${npm_failed} IS_NEWER_THAN ${SOURCE}/client/web/package-lock.json)
    file(TIMESTAMP ${npm_failed} then "%s" UTC)
    string(TIMESTAMP now "%s" UTC)
    math(EXPR age "${now} - ${then}")
    if(age LESS 3600)
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Installs exactly what package-lock.json lists, without running the packages' scripts.
function(install_packages result)
  set(${result} "" PARENT_SCOPE)
  file(SHA256 ${web}/package-lock.json wanted)
  if(EXISTS ${packages})
    file(READ ${packages} installed)
    if(installed STREQUAL wanted)
      return()
    endif()
  endif()
  failed_recently(waits)
  if(waits)
    file(READ ${npm_failed} said)
    set(${result} "npm couldn't install its build tools; the next try is in an hour, or now with ./jaipur build\n${said}" PARENT_SCOPE)
    return()
  endif()
  file(REMOVE ${packages})
  execute_process(
    COMMAND ${NPM} ci --include=dev --ignore-scripts --prefer-offline --no-audit --no-fund --no-update-notifier
            --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=15000 --loglevel=error
    WORKING_DIRECTORY ${web} TIMEOUT 600 RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    file(WRITE ${npm_failed} "${said}")
    set(${result} "npm couldn't install its build tools (is the registry unreachable?)\n${said}" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND ${NODE} ${web}/node_modules/esbuild/bin/esbuild --version
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE said)
  if(failed)
    set(${result} "esbuild doesn't run on this machine\n${said}" PARENT_SCOPE)
    return()
  endif()
  file(WRITE ${packages} ${wanted})
  file(REMOVE ${npm_failed})
endfunction()

file(MAKE_DIRECTORY ${FOLDER})
file(REMOVE ${FOLDER}/stamp ${FOLDER}/left_out.txt)
find_node(lacks)
if(lacks)
  leave_out("${lacks}. Install it (./jaipur setup page), and build again")
  return()
endif()

# Files that no longer exist in SOURCE must not be built in.
file(REMOVE_RECURSE ${web}/src ${web}/public ${web}/generated ${FOLDER}/protocol ${FOLDER}/site)
file(GLOB tools ${SOURCE}/client/web/*.mjs ${SOURCE}/client/web/*.json)
file(COPY ${tools} ${SOURCE}/client/web/src ${SOURCE}/client/web/public DESTINATION ${web})
file(COPY ${SOURCE}/protocol/schema DESTINATION ${FOLDER}/protocol)

install_packages(failed)
if(failed)
  leave_out("${failed}")
  return()
endif()
run(types.mjs)
run(build.mjs --out ${FOLDER}/site)
run(embed.mjs --site ${FOLDER}/site --out ${FOLDER}/page.cpp.new)
file(COPY_FILE ${FOLDER}/page.cpp.new ${FOLDER}/page.cpp ONLY_IF_DIFFERENT)
file(TOUCH ${FOLDER}/stamp)
