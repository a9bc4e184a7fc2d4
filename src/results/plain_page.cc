#include "invar/results/plain_page.h"

#include <fmt/format.h>

#include "invar/core/version.h"
#include "invar/plot/markup.h"

namespace invar {

namespace {

constexpr const char* kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
<style>
:root{{color-scheme:light dark;--text:#1c1e21;--soft:#5c626b;--line:#d9dce1;--page:#fff;--box:#f6f7f9;--good:#1d7a4d;
--mend:#9a6700;--bad:#b3382c}}
@media (prefers-color-scheme:dark){{:root{{--text:#dfe2e6;--soft:#9aa1ab;--line:#363a41;--page:#17191d;--box:#1f2227;
--good:#5fcf96;--mend:#e3b341;--bad:#ff8b7d}}}}
body{{margin:0 auto;max-width:62rem;padding:1.5rem 1.2rem 4rem;background:var(--page);color:var(--text);
font:16px/1.5 "Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif}}
h1{{font-size:1.5rem;line-height:1.25;margin:0 0 .3rem}}h2{{font-size:1.2rem;margin:2.6rem 0 .6rem;padding-top:.6rem;
border-top:1px solid var(--line)}}
a{{color:inherit}}.soft{{color:var(--soft)}}p{{max-width:46rem}}
table{{border-collapse:collapse;width:100%;font-size:.9rem;margin:.6rem 0 1rem}}
th,td{{text-align:left;vertical-align:top;padding:.42rem .7rem .42rem 0;border-bottom:1px solid var(--line)}}
th{{font-weight:600;color:var(--soft)}}td.number{{white-space:nowrap;font-variant-numeric:tabular-nums}}
.scroll{{overflow-x:auto}}
.verdict{{white-space:nowrap;font-weight:600}}.holds{{color:var(--good)}}.remedy{{color:var(--mend)}}.fails{{color:var(--bad)}}
.check{{display:grid;grid-template-columns:1fr auto;gap:0 1rem}}.check b{{font-weight:600;white-space:nowrap}}
.check .bound{{color:var(--soft);font-weight:400}}
figure{{margin:1.4rem 0}}figure svg{{width:100%;height:auto;max-width:640px}}figcaption{{font-size:.9rem;max-width:46rem}}
code{{background:var(--box);padding:.15em .35em;border-radius:3px;font-size:.88em;overflow-wrap:anywhere}}
dl{{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;font-size:.9rem}}dt{{color:var(--soft)}}dd{{margin:0}}
</style>
</head>
<body>
)";

}  // namespace

std::string page_head(const std::string& title) { return fmt::format(fmt::runtime(kHead), plot::escape_xml(title)); }

std::string page_foot() { return fmt::format("<p class=\"soft\">Invar {}</p>\n</body>\n</html>\n", version()); }

}  // namespace invar
