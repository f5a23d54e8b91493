// How this program gets between two sources of the product that know nothing of it: by the linker's
// `--wrap`. A call of a wrapped function from any other source arrives at ours, and ours can call
// the real one. So a test changes what chance gives, or plants a leak, and nothing of it is in the
// product: no switch, no hook, no second compilation.
//
//     State wrapped_set_up(const Deal&, Seat) JAIPUR_INSTEAD_OF("_ZN6jaipur6set_upE…");
//     State real_set_up(const Deal&, Seat) JAIPUR_REAL("_ZN6jaipur6set_upE…");
//
// A member function is wrapped by a function whose first parameter is the object. CMakeLists.txt
// reads the names from the lines with JAIPUR_REAL. A name that is no longer right (the function's
// parameters have changed) does not link; `nm` of the object that calls it knows the new one.
#pragma once

#define JAIPUR_INSTEAD_OF(symbol) __asm__("__wrap_" symbol)
#define JAIPUR_REAL(symbol) __asm__("__real_" symbol)
