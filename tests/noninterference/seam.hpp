// How this program intercepts calls between two of the product's source files: with the linker's
// `--wrap`. A call of a wrapped function from another file arrives here, and the replacement can
// call the real one. So a test can change chance or plant a leak without a switch, hook or second
// compilation in the product.
//
//     State wrapped_set_up(const Deal&, Seat) JAIPUR_INSTEAD_OF("_ZN6jaipur6set_upE…");
//     State real_set_up(const Deal&, Seat) JAIPUR_REAL("_ZN6jaipur6set_upE…");
//
// The wrapper of a member function takes the object as its first parameter. CMakeLists.txt reads
// the names from the lines with JAIPUR_REAL. If a function's parameters change, its old name no
// longer links; run `nm` on the calling object to find the new one.
#pragma once

#define JAIPUR_INSTEAD_OF(symbol) __asm__("__wrap_" symbol)
#define JAIPUR_REAL(symbol) __asm__("__real_" symbol)
