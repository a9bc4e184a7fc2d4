// The card of a page of modes: what vibrates how fast, and a switch to look at one of them alone.
import type { Clock } from "./clock";
import type { Chapter, Report } from "./data";
import { el } from "./dom";

export function chapterAt(chapters: Chapter[], time: number): Chapter | null {
  return chapters.find((chapter) => time >= chapter.start && time < chapter.end) ?? chapters.at(-1) ?? null;
}

export function makeModes(report: Report, clock: Clock): HTMLElement {
  const chapters = report.chapters ?? [];
  const c = report.certificate;
  const all = el("button", { type: "button", class: "small", "aria-pressed": "true" }, "All in turn");
  const rows = chapters.map((chapter) => {
    const button = el("button", { type: "button", class: "mode", "aria-pressed": "false" },
      el("b", {}, chapter.name), ...chapter.facts.map((fact) => el("span", {}, fact)));
    button.addEventListener("click", () => choose(chapter));
    return button;
  });
  const choose = (chosen: Chapter | null) => {
    all.setAttribute("aria-pressed", String(!chosen));
    rows.forEach((row, i) => row.setAttribute("aria-pressed", String(chapters[i] === chosen)));
    if (chosen) clock.playWithin(chosen.start, chosen.end);
    else clock.playWithin();
    clock.play();
  };
  all.addEventListener("click", () => choose(null));
  clock.listen((time) => {
    const now = chapterAt(chapters, time);
    rows.forEach((row, i) => row.classList.toggle("now", chapters[i] === now));
  });
  return el("section", { class: "card modes", "aria-label": "Modes" },
    el("header", { class: "bar" }, el("h2", {}, "Modes"),
      el("p", { class: "hint" }, `Linearized: ${String(c.method).replace(/^modes, /, "")}, ${c.degrees_of_freedom} degree${c.degrees_of_freedom === 1 ? "" : "s"} of freedom. A mode that is pressed is shown alone.`), all),
    el("div", { class: "mode-list" }, ...rows));
}
