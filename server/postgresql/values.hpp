// Lists as PostgreSQL's text form of arrays.
#pragma once

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

    std::string text() const { return text_ + '}'; }

  private:
    void begin() {
        if (text_.size() > 1)
            text_ += ',';
    }

    std::string text_ = "{";
};

} // namespace jaipur::server::postgresql
