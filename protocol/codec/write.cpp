#include "protocol/codec/write.hpp"

#include <variant>

namespace jaipur::protocol::json {

void write(Writer& w, const Action& action) {
    w.object([&] {
        if (const auto* take = std::get_if<Take>(&action)) {
            w.field("type", std::string_view("take"));
            w.field("card", take->card);
        } else if (const auto* exchange = std::get_if<Exchange>(&action)) {
            w.field("type", std::string_view("exchange"));
            w.field("take", exchange->take);
            w.field("give", exchange->give);
        } else if (const auto* sell = std::get_if<Sell>(&action)) {
            w.field("type", std::string_view("sell"));
            w.field("good", sell->good);
            w.field("count", sell->count);
        } else {
            w.field("type", std::string_view("take_camels"));
        }
    });
}

void write(Writer& w, const ClockOptions& clock) {
    w.object([&] {
        w.field("initial", clock.initial);
        w.field("increment", clock.increment);
    });
}

void write(Writer& w, const RoomOptions& options) {
    w.object([&] {
        w.field("public", options.is_public);
        w.field("has_password", options.has_password);
        w.field("spectators", options.spectators);
        w.field("delay", options.delay);
        w.field("clock", options.clock);
        w.field("seals", options.seals);
        w.field("grace", options.grace);
    });
}

void write(Writer& w, const GoodCounts& counts) {
    w.object([&] {
        for (Good good : all_goods)
            if (counts[good] != 0)
                w.field(name(good), counts[good]);
    });
}

static void write(Writer& w, const TraderResult& trader) {
    w.object([&] {
        w.field("rupees", trader.rupees);
        w.field("goods_tokens", trader.goods_tokens);
        w.field("bonus_tokens", trader.bonus_tokens);
        w.field("herd", trader.herd);
        w.field("hand", trader.hand);
    });
}

void write(Writer& w, const RoundResult& round) {
    w.object([&] {
        w.field("reason", round.reason);
        w.field("winner", round.winner);
        w.field("camel_token", round.camel_token);
        w.field("players", round.traders);
    });
}

void write_or_empty(Writer& w, const PerSeat<std::optional<Hash>>& both) {
    w.array(both.values, [&w](const auto& item) {
        if (item)
            write(w, *item);
        else
            w.word("");
    });
}

void write(Writer& w, const Proof& proof) {
    w.object([&] {
        w.field("v", std::string_view(proof.version));
        w.field("match", proof.commitments.match);
        w.field("params", std::string_view(proof.params));
        w.field("server_commit", proof.commitments.server);
        w.key("seat_commits");
        write_or_empty(w, proof.commitments.seats);
        w.key("nonces");
        write_or_empty(w, proof.nonces);
        w.field("table", proof.table);
        w.field("server_seed", proof.server_seed);
    });
}

} // namespace jaipur::protocol::json
