# What only `./jaipur test all` builds and runs. `ctest -LE long` leaves the tests out.
add_custom_target(long_tests)

# long_test(NAME [PROGRAM…]): this test, with the programs that only it needs.
function(long_test name)
  set_property(TEST ${name} APPEND PROPERTY LABELS long)
  foreach(program IN LISTS ARGN)
    set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(long_tests ${program})
  endforeach()
endfunction()
