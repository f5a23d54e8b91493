// Lists as PostgreSQL's text form of arrays.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jaipur::server::postgresql {

class Array {
  public:
    Array& add(std::string_view text) {
        begin();
        text_ += '"';
        for (const char c : text) {
            if (c == '"' || c == '\\')
                text_ += '\\';
            text_ += c;
        }
        text_ += '"';
        return *this;
    }

    template <class Number>
    Array& add_number(Number number) {
        begin();
        text_ += std::to_string(number);
        return *this;
    }

    Array& add_all(const Array& others) {
        if (others.size_ == 0)
            return *this;
        begin();
        text_.append(others.text_, 1);
        size_ += others.size_ - 1; // one has begun
        return *this;
    }

    std::size_t size() const { return size_; }

    std::string text() const { return text_ + '}'; }

  private:
    void begin() {
        if (size_++ > 0)
            text_ += ',';
    }

    std::string text_ = "{";
    std::size_t size_ = 0;
};

} // namespace jaipur::server::postgresql
