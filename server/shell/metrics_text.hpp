// Prometheus' text format, version 0.0.4. It must not know what the figures mean.
#pragma once

#include "server/core/histogram.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace jaipur::server::shell {

class MetricsText {
  public:
    using Labels = std::initializer_list<std::pair<std::string_view, std::string_view>>;

    // Metrics without labels.
    void counter(std::string_view name, std::string_view help, std::uint64_t value);
    void gauge(std::string_view name, std::string_view help, std::uint64_t value);
    void histogram(std::string_view name, std::string_view help, const core::Histogram& value);

    // Those with labels: `begin` once, then a value for each combination of labels.
    void begin(std::string_view name, std::string_view help, std::string_view kind);
    void value(std::string_view name, Labels labels, std::uint64_t value);
    void value(std::string_view name, Labels labels, const core::Histogram& value);

    std::string take() { return std::move(text_); }

  private:
    std::string text_;
};

} // namespace jaipur::server::shell
