// The page of many runs: a tile each, with a moving picture, what it is, and how well it kept its invariants.
import { judgeAccuracy, judgeRun } from "../certificate";
import type { Gallery, Tile } from "../data";
import { el, shortNumber } from "../dom";
import { onTheme, themeButton } from "../theme";
import { Film } from "./film";
import { Thumbnail } from "./thumbnail";

interface Shown {
  element: HTMLElement;
  words: string; // that one may look for
}

function chip(verdict: string, words: string): HTMLElement {
  return el("span", { class: `chip ${verdict}` }, words);
}

function makeTile(tile: Tile, film: Film): Shown {
  const title = tile.page ? el("a", { href: tile.page }, tile.name) : tile.name;
  const heading = el("h2", {}, title);
  const words = [tile.name, tile.error];
  const parts: (HTMLElement | null)[] = [];
  let picture: HTMLElement;
  if (tile.report) {
    const thumbnail = new Thumbnail(tile.report);
    const { model, certificate: c, frames } = thumbnail.report;
    const { verdict, words: judged } = judgeRun(thumbnail.report);
    const accuracy = judgeAccuracy(thumbnail.report);
    picture = el("div", { class: "picture", role: "img", "aria-label": `${tile.name} in motion` }, thumbnail.element);
    if (frames.count && thumbnail.report.drawing.primitives.length) film.add(picture, thumbnail);
    else picture.append(el("p", { class: "hint" }, "nothing to draw"));
    const freedoms = Number(c.degrees_of_freedom);
    const how = typeof c.step === "number" ? `step ${shortNumber(c.step)} s` : `tolerance ${shortNumber(c.tolerance as number)}`;
    const facts = [`${freedoms} ${freedoms === 1 ? "freedom" : "freedoms"}`, `${c.method}, ${how}`,
      `${shortNumber(c.t_reached as number)} s, computed in ${shortNumber(c.wall_seconds as number, 2)} s`];
    parts.push(
      el("p", { class: "description" }, model.description, model.reference ? el("span", { class: "reference" }, `, ${model.reference}`) : null),
      el("p", { class: "fine" }, facts.join(" \u00b7 ")),
      tile.shortened ? el("p", { class: "fine shortened" }, tile.shortened) : null,
      c.status === "completed" ? null : el("p", { class: "fine" }, String(c.message)),
      el("p", { class: "verdict" }, chip(verdict, judged), " ", accuracy ? chip(accuracy.verdict, accuracy.words) : null));
    words.push(model.description, model.reference, String(c.method));
  } else {
    picture = el("div", { class: "picture failed", "aria-hidden": "true" }, "!");
    parts.push(el("p", { class: "description error" }, tile.error), el("p", { class: "verdict" }, chip("bad", "failed")));
  }
  return {
    element: el("li", { class: "tile card", "data-model": tile.name }, picture, el("div", { class: "text" }, heading, ...parts)),
    words: words.join(" ").toLowerCase(),
  };
}

export function buildGallery(data: Gallery): void {
  if (data.format !== 1) throw new Error(`this page reads format 1 of the data, not ${data.format}`);
  document.title = "Invar models";
  document.getElementById("page")!.classList.add("gallery");
  const film = new Film(!window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  const tiles = data.gallery.map((tile) => makeTile(tile, film));
  const failed = data.gallery.filter((tile) => !tile.report || tile.report.certificate.status !== "completed").length;
  const count = el("p", { class: "hint", role: "status" });
  const find = el("input", { type: "search", placeholder: "Find a model", "aria-label": "Find a model" });
  const search = () => {
    const wanted = find.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { element, words } of tiles) {
      element.hidden = !wanted.every((word) => words.includes(word));
      if (!element.hidden) ++shown;
    }
    const all = `${tiles.length} ${tiles.length === 1 ? "model" : "models"}`;
    count.textContent = (shown < tiles.length ? `${shown} of ${all}` : all) + (failed ? `, ${failed} failed` : "");
  };
  find.addEventListener("input", search);
  search();
  const play = el("button", { type: "button", class: "small" });
  const label = () => (play.textContent = film.playing ? "Pause" : "Play");
  play.addEventListener("click", () => {
    film.playing = !film.playing;
    label();
  });
  label();
  document.getElementById("page")!.replaceChildren(
    el("header", { class: "top" }, el("div", { class: "title" }, el("h1", {}, "Invar models"), count), find, play, themeButton()),
    el("main", {}, el("ul", { class: "tiles" }, ...tiles.map((tile) => tile.element)),
      el("p", { class: "fine about" }, `Invar ${data.version}: ${data.command}. Pictures show at most the first 8 s of a run; runs shorter than 2.5 s are slowed down.`)));
  onTheme(() => film.retheme());
  film.start();
}
