// The page, which is embedded in the program, and the answer to a request for one of its files, as
// a pure function. It must not know how the page was built, or what it does.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace jaipur::server::net {

struct HttpRequest;
struct HttpResponse;

// One encoding of a file.
struct Representation {
    std::string_view bytes;
    std::string_view etag; // with its quotes; empty: the file doesn't have this encoding

    bool is_there() const { return !etag.empty(); }
};

// How a browser may cache a file: ask each time whether it has changed, or keep it forever, because
// its name contains a hash of its content.
enum class Caching : bool { Revalidate, Forever };

struct PageFile {
    std::string_view path; // "/" is the page itself
    std::string_view content_type;
    Caching caching = Caching::Revalidate;
    Representation identity, gzip, brotli; // the latter two only if they are smaller
};

// Sorted by path. The files last as long as the program, so they are sent without a copy. Empty:
// the program was built without the page.
using Page = std::span<const PageFile>;

// This program's page, from client/web/embed.mjs or no_page.cpp.
Page built_in_page();

bool is_of_page(std::string_view path, Page page);

// None: the page has no such path.
std::optional<HttpResponse> answer_page(const HttpRequest& request, std::string_view path,
                                        Page page);

// The page's document, under whatever path: for this request, as under "/"; or plain, without
// headers about caching. If there is no page, a hint how to get it (404).
HttpResponse document(Page page, const HttpRequest& request);
HttpResponse document(Page page);

} // namespace jaipur::server::net
