//! The frame of the pages that the server writes itself: plain HTML without scripts, readable on a small telephone, in the
//! product's colours by day and by night.

use crate::mark::mark_path;

/// The colours of the web app's `tokens.css`, as far as these pages have them.
const STYLE: &str = "\
:root{color-scheme:light dark;--paper:oklch(.985 .006 95);--card:#fff;--ink:oklch(.22 .03 165);--muted:oklch(.47 .022 165);\
--line:oklch(.9 .012 120);--line-strong:oklch(.62 .02 150);--green:oklch(.46 .105 163);--on-green:oklch(.99 .01 120);\
--green-soft:oklch(.95 .03 163);--copper:oklch(.53 .125 48);--copper-soft:oklch(.95 .03 70);--danger:oklch(.52 .19 27)}\
@media (prefers-color-scheme:dark){:root{--paper:oklch(.17 .016 165);--card:oklch(.215 .02 165);--ink:oklch(.95 .012 120);\
--muted:oklch(.76 .02 150);--line:oklch(.31 .022 165);--line-strong:oklch(.56 .025 160);--green:oklch(.76 .14 160);\
--on-green:oklch(.17 .03 165);--green-soft:oklch(.29 .045 163);--copper:oklch(.79 .115 58);--copper-soft:oklch(.3 .04 55);\
--danger:oklch(.74 .15 25)}}\
body{margin:0 auto;padding:1rem;max-width:28rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;\
background:var(--paper);color:var(--ink)}\
header{display:flex;align-items:center;gap:.5rem;margin:.25rem 0 1rem;font-size:1.25rem;font-weight:700}\
header svg{width:1.5rem;height:1.5rem;fill:var(--copper)}\
main{padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:1.5rem}\
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.2}\
input,button{box-sizing:border-box;width:100%;min-height:3rem;padding:.5rem 1rem;font:inherit;border-radius:.75rem}\
button{border:0;background:var(--green);color:var(--on-green);font-weight:700;cursor:pointer}\
:focus-visible{outline:3px solid var(--green);outline-offset:2px}\
.back{margin:.5rem 0 -.5rem;text-align:center}\
a{display:inline-block;padding:.625rem 1rem;color:var(--green);font-weight:600}";

/// A whole page. All three are HTML already: whoever has words of others escapes them. `head` comes after the style.
pub fn plain_page(title: &str, head: &str, main: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"fr\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title} · Tukio</title>\n<style>{STYLE}</style>\n{head}</head>\n\
         <body>\n<header><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path fill-rule=\"evenodd\" d=\"{}\"/></svg>tukio\
         </header>\n<main>\n{main}\n</main>\n</body>\n</html>\n",
        mark_path()
    )
}
