// The page that the server serves from inside its own program, and the answer to a request for one
// of its files, as a pure function. It must not know how the page was made, nor what it does.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace jaipur::server::net {

struct HttpRequest;
struct HttpResponse;

// One of the forms in which a file may be sent.
struct Representation {
    std::string_view bytes;
    std::string_view etag; // with its quotes; empty: there is no such form

    bool is_there() const { return !etag.empty(); }
};

// How a browser may keep a file: asking every time whether it is still the same, or for ever, since
// its name bears a hash of what is in it.
enum class Kept : bool { AskedAgain, ForEver };

struct PageFile {
    std::string_view path; // "/" is the page itself
    std::string_view content_type;
    Kept kept = Kept::AskedAgain;
    Representation identity, gzip, brotli; // the latter two only where they are smaller
};

// In the order of their paths. They last as long as the program, and so may be sent as they lie
// there. Empty: the program was built without the page.
using Page = std::span<const PageFile>;

// Of this program: made by client/web/embed.mjs, or no_page.cpp.
Page built_in_page();

bool is_of_page(std::string_view path, Page page);

// None: this path is none of the page's.
std::optional<HttpResponse> answer_page(const HttpRequest& request, std::string_view path,
                                        Page page);

} // namespace jaipur::server::net
