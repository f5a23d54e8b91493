// An optional value on the heap, for large values that are rarely set. Copying and comparing it
// copies and compares the value.
#pragma once

#include <memory>
#include <utility>

namespace jaipur::server::core {

template <class T>
class Boxed {
  public:
    Boxed() = default;

    Boxed(const Boxed& other) : value_(other ? std::make_unique<T>(*other) : nullptr) {}

    Boxed(Boxed&&) noexcept = default;

    Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }

    Boxed& operator=(Boxed&&) noexcept = default;

    ~Boxed() = default;

    void emplace(T value) { value_ = std::make_unique<T>(std::move(value)); }

    void reset() { value_.reset(); }

    explicit operator bool() const { return value_ != nullptr; }

    T& operator*() { return *value_; }

    const T& operator*() const { return *value_; }

    T* operator->() { return value_.get(); }

    const T* operator->() const { return value_.get(); }

    friend bool operator==(const Boxed& a, const Boxed& b) { return a && b ? *a == *b : !a && !b; }

  private:
    std::unique_ptr<T> value_;
};

} // namespace jaipur::server::core
