#include "server/net/page.hpp"

#include "server/net/http.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace jaipur::server::net {

namespace {

// The page may load its own files, talk to its own server, and nothing else. Scripts are loaded
// only from files; the one string that the page may turn into code, through the policy named
// `jaipur`, is the address of its service worker. 'self' covers WebSockets to the server in every
// browser that the page supports.
constexpr std::string_view content_security_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; "
    "trusted-types jaipur; require-trusted-types-for 'script'";

// The page needs no permissions.
constexpr std::string_view permissions_policy =
    "accelerometer=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), "
    "gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), "
    "publickey-credentials-get=(), usb=(), xr-spatial-tracking=()";

// Sent instead of the page, with 404: it won't exist until the server is rebuilt. (Not 503: the
// server is healthy, and `/healthz` says so.)
constexpr std::string_view no_page = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Jaipur online</title>
</head>
<body>
<h1>Jaipur online</h1>
<p>This server was built without the page that plays Jaipur in a browser.</p>
<p>To add it, install Node.js 18 or newer and npm on the machine that builds the server, for example
with <code>./jaipur setup page</code>, and run <code>./jaipur build</code>. If they are installed, npm
couldn't reach its registry or the build was told to leave out the page;
<code>./jaipur build</code> says which. For a container, build the image again
(<code>docker build</code>) without <code>JAIPUR_PAGE=OFF</code>.</p>
<p>You can still play with the console client: <code>./jaipur play HOST:PORT</code>, or
<code>jaipur-client --server HOST:PORT</code>.</p>
</body>
</html>
)";

// "q=0.5" in thousandths; nothing: 1000. Invalid weights count as 0: the client may not be able to
// read that encoding.
int weight_of(std::string_view parameter) {
    if (parameter.empty())
        return 1000;
    const auto equals = parameter.find('=');
    const std::string_view name = trimmed(parameter.substr(0, equals));
    if (!same_text(name, "q") || equals == std::string_view::npos)
        return 0;
    const std::string_view digits = trimmed(parameter.substr(equals + 1));
    if (digits.empty() || digits.size() > 5 || (digits[0] != '0' && digits[0] != '1') ||
        (digits.size() > 1 && digits[1] != '.'))
        return 0;
    int weight = 0, unit = 1000;
    for (const char digit : digits) {
        if (digit == '.')
            continue;
        if (digit < '0' || digit > '9')
            return 0;
        weight += (digit - '0') * unit;
        unit /= 10;
    }
    return weight <= 1000 ? weight : 0;
}

// The client's weight for this encoding; 0: it accepts no such encoding, or didn't mention it.
int wanted(const HttpRequest& request, std::string_view coding) {
    int others = 0;
    for (const std::string_view word : words(request, "accept-encoding")) {
        const auto semicolon = std::min(word.find(';'), word.size());
        const std::string_view name = trimmed(word.substr(0, semicolon));
        const int weight = weight_of(word.substr(std::min(semicolon + 1, word.size())));
        if (same_text(name, coding))
            return weight;
        if (name == "*")
            others = weight;
    }
    return others;
}

struct Form {
    std::string_view coding;
    Representation PageFile::* representation;
};

// The smallest of the representations with the highest weight. If the client accepts none that the
// file has, plain bytes: they need no decoding.
Form chosen(const HttpRequest& request, const PageFile& file) {
    constexpr Form plain_bytes{"identity", &PageFile::identity};
    constexpr std::array smallest_first{Form{"br", &PageFile::brotli},
                                        Form{"gzip", &PageFile::gzip}, plain_bytes};
    Form best = plain_bytes;
    int most = 0;
    for (const Form& form : smallest_first) {
        if (!(file.*form.representation).is_there())
            continue;
        if (const int weight = wanted(request, form.coding); weight > most) {
            most = weight;
            best = form;
        }
    }
    return best;
}

bool has_already(const HttpRequest& request, std::string_view etag) {
    return std::ranges::any_of(words(request, "if-none-match"), [&](std::string_view tag) {
        if (tag.starts_with("W/")) // added by a proxy that changed the encoding
            tag.remove_prefix(2);
        return tag == "*" || tag == etag;
    });
}

const PageFile* file_at(std::string_view path, Page page) {
    const auto found = std::ranges::lower_bound(page, path, {}, &PageFile::path);
    return found == page.end() || found->path != path ? nullptr : &*found;
}

HttpResponse hint() {
    HttpResponse response;
    response.status = 404;
    response.headers = {{"Content-Type", "text/html; charset=utf-8"}};
    response.lasting = no_page;
    return response;
}

// With what the page and its workers may do.
HttpResponse restricted() {
    HttpResponse response;
    response.headers.emplace_back("Content-Security-Policy", content_security_policy);
    response.headers.emplace_back("Permissions-Policy", permissions_policy);
    return response;
}

HttpResponse answer_file(const HttpRequest& request, const PageFile& file) {
    const Form form = chosen(request, file);
    const Representation& representation = file.*form.representation;
    HttpResponse response = restricted();
    const auto header = [&](std::string_view name, std::string_view value) {
        response.headers.emplace_back(name, value);
    };
    header("ETag", representation.etag);
    header("Vary", "Accept-Encoding");
    header("Cache-Control",
           file.caching == Caching::Forever ? "public, max-age=31536000, immutable" : "no-cache");
    if (has_already(request, representation.etag)) {
        response.status = 304;
        return response;
    }
    header("Content-Type", file.content_type);
    if (form.coding != "identity")
        header("Content-Encoding", form.coding);
    response.lasting = representation.bytes;
    return response;
}

} // namespace

bool is_of_page(std::string_view path, Page page) {
    return file_at(path, page) != nullptr;
}

std::optional<HttpResponse> answer_page(const HttpRequest& request, std::string_view path,
                                        Page page) {
    if (page.empty() && path == "/")
        return hint();
    const PageFile* file = file_at(path, page);
    if (!file)
        return std::nullopt;
    return answer_file(request, *file);
}

HttpResponse document(Page page, const HttpRequest& request) {
    const PageFile* file = file_at("/", page);
    return file ? answer_file(request, *file) : hint();
}

HttpResponse document(Page page) {
    const PageFile* file = file_at("/", page);
    if (!file)
        return hint();
    HttpResponse response = restricted();
    response.headers.emplace_back("Content-Type", file->content_type);
    response.lasting = file->identity.bytes;
    return response;
}

} // namespace jaipur::server::net
