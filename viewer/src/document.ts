// The page of a comparison or of a reproduced paper: texts and tables as the program wrote them, charts that one can zoom,
// switch and read.
import { makeFigure } from "./charts/figure";
import type { DocumentData } from "./data";
import { el } from "./dom";
import { themeButton } from "./theme";

// Texts come from the program, which escaped what is not markup; the policy of the page keeps them from loading anything.
function fromHtml<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Record<string, string>, html: string): HTMLElementTagNameMap[K] {
  const element = el(tag, attributes);
  element.innerHTML = html;
  return element;
}

export function buildDocument(data: DocumentData): void {
  if (data.format !== 1) throw new Error(`this page reads format 1 of the data, not ${data.format}`);
  const { title, lead, html, figures } = data.document;
  document.title = `${title} \u2013 Invar`;
  const page = document.getElementById("page")!;
  page.classList.add("document");
  const main = fromHtml("main", {}, html);
  if (figures.length) {
    const hint = el("p", { class: "hint" }, "Charts: dragging zooms, a double click shows all, names in the legend switch lines on and off.");
    main.querySelector("h2")?.before(hint);
  }
  page.replaceChildren(
    el("header", { class: "top" }, el("div", { class: "title" }, el("h1", {}, title), lead ? fromHtml("p", {}, lead) : null), themeButton()),
    main, el("p", { class: "fine about" }, `Invar ${data.version}`));
  for (const figure of figures) {
    main.querySelector(`[data-figure="${CSS.escape(figure.id)}"]`)?.replaceWith(
      makeFigure(figure.id, figure.chart, fromHtml("figcaption", {}, figure.caption)));
  }
  // The page grew after the browser looked for the place that its address names.
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}
