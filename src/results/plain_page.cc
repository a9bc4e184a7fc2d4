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
/* The colors and cards of the report page (viewer/src/style.css). */
:root{{color-scheme:light dark;--text:#17202b;--soft:#5b6775;--line:#e2e7ec;--page:#f4f6f8;--card:#fff;--good:#17804d;
--mend:#9a6700;--bad:#c02b2b;--shadow:0 1px 2px #10203014,0 4px 16px #10203010}}
@media (prefers-color-scheme:dark){{:root{{--text:#e6ebf1;--soft:#98a4b3;--line:#27313c;--page:#0f141a;--card:#171e26;
--good:#4cc38a;--mend:#e0b040;--bad:#ff7b72;--shadow:0 0 0 1px #ffffff0a}}}}
*{{box-sizing:border-box}}
body{{margin:0 auto;max-width:82rem;padding:1.2rem 1.25rem 3rem;background:var(--page);color:var(--text);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}}
h1{{font-size:1.35rem;line-height:1.25;margin:0 0 .3rem}}h2{{font-size:1.1rem;margin:2rem 0 .6rem}}
a{{color:inherit}}.soft{{color:var(--soft)}}p{{max-width:52rem}}
.scroll,figure{{background:var(--card);border-radius:10px;box-shadow:var(--shadow);padding:.8rem 1rem}}
.scroll{{overflow-x:auto;margin:.6rem 0 1rem}}
table{{border-collapse:collapse;width:100%;font-size:.9rem}}
th,td{{text-align:left;vertical-align:top;padding:.42rem .9rem .42rem 0;border-bottom:1px solid var(--line)}}
tr:last-child td{{border-bottom:0}}
.failures td:last-child{{min-width:15rem}}
th{{font-weight:600;color:var(--soft)}}td.number{{white-space:nowrap;font-variant-numeric:tabular-nums}}
.verdict{{white-space:nowrap;font-weight:600}}.holds{{color:var(--good)}}.remedy{{color:var(--mend)}}.fails{{color:var(--bad)}}
.check{{display:grid;grid-template-columns:1fr auto;gap:0 1rem}}.check b{{font-weight:600;white-space:nowrap}}
.check .bound{{color:var(--soft);font-weight:400}}
.figures{{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,36rem),1fr));gap:1rem;align-items:start}}
figure{{margin:0}}figure svg.invar-chart{{background:none}}
figure svg{{display:block;width:100%;height:auto;max-width:700px;margin:0 auto}}
figcaption{{font-size:.9rem;margin-top:.4rem}}
code{{background:color-mix(in srgb,var(--text) 7%,transparent);padding:.15em .35em;border-radius:3px;font-size:.88em;
overflow-wrap:anywhere}}
dl{{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;font-size:.9rem}}dt{{color:var(--soft)}}dd{{margin:0}}
@media (max-width:560px){{body{{padding:.9rem .75rem 2rem;font-size:14px}}.scroll,figure{{padding:.6rem .7rem}}
.stack td{{display:block;border:0;padding:.1rem 0}}
.stack tr{{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}}.stack tr:last-child{{border:0}}
.stack tr:has(th){{display:none}}
dl{{grid-template-columns:1fr}}dd{{margin-bottom:.4rem}}.check{{grid-template-columns:1fr}}}}
</style>
</head>
<body>
)";

}  // namespace

std::string page_head(const std::string& title) { return fmt::format(fmt::runtime(kHead), plot::escape_xml(title)); }

std::string page_foot() { return fmt::format("<p class=\"soft\">Invar {}</p>\n</body>\n</html>\n", version()); }

}  // namespace invar
