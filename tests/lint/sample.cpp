// Each function with `bad` in its name breaks one rule of coroutines.query once; the others keep to
// them. check_coroutines demands that the query finds exactly the bad ones. Never compiled into
// anything.
#include <coroutine>
#include <initializer_list>
#include <string>

namespace {

struct Task {
    struct promise_type {
        Task get_return_object() { return {}; }

        std::suspend_never initial_suspend() { return {}; }

        std::suspend_never final_suspend() noexcept { return {}; }

        void return_void() {}

        void unhandled_exception() {}
    };
};

struct Answer {
    bool value = false;

    bool await_ready() const { return true; }

    void await_suspend(std::coroutine_handle<>) const {}

    bool await_resume() const { return value; }
};

Answer ask() {
    return {};
}

template <typename Function>
Answer ask_with(Function&&) {
    return {};
}

Answer ask_list(std::initializer_list<std::string>) {
    return {};
}

Task bad_if() {
    if (co_await ask()) {
    }
}

Task bad_while() {
    while (co_await ask()) {
    }
}

Task bad_do() {
    do {
    } while (!co_await ask());
}

Task bad_for() {
    for (; co_await ask();) {
    }
}

Task bad_switch() {
    switch (co_await ask()) {
    default:
        break;
    }
}

Task bad_choice(bool first) {
    const bool got = first ? co_await ask() : false;
    (void)got;
}

Task bad_and(bool first) {
    const bool got = first && co_await ask();
    (void)got;
}

Task bad_lambda_inside(std::string text) {
    const bool got = co_await ask_with([text] { return text; });
    (void)got;
}

Task bad_braced_list() {
    const bool got = co_await ask_list({"a", "b"});
    (void)got;
}

void bad_capturing_coroutine(int number) {
    auto run = [number]() -> Task {
        const bool got = co_await ask();
        (void)(got && number > 0);
    };
    run();
}

Task good_statement() {
    const bool got = co_await ask();
    if (got) {
        const bool again = co_await ask();
        (void)again;
    }
    while (!got) {
        co_await ask();
    }
}

Task good_named_lambda(std::string text) {
    const auto function = [text] { return text; };
    const bool got = co_await ask_with(function);
    (void)got;
}

void good_lambda_without_captures() {
    auto run = []() -> Task { co_await ask(); };
    run();
}

} // namespace

void use_all() {
    bad_if(), bad_while(), bad_do(), bad_for(), bad_switch(), bad_choice(true), bad_and(true);
    bad_lambda_inside(""), bad_braced_list(), bad_capturing_coroutine(1);
    good_statement(), good_named_lambda(""), good_lambda_without_captures();
}
