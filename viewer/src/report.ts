// The page of one run.
import { judgeAccuracy, judgeRun, makeCertificate } from "./certificate";
import { makeCharts } from "./charts/charts";
import { Clock } from "./clock";
import type { Report } from "./data";
import { el, shortNumber } from "./dom";
import { FlatStage } from "./flat";
import { Motion } from "./motion";
import { makeModes } from "./modes";
import { makePlayer } from "./player";
import { SceneStage } from "./scene/scene";
import { makeSource } from "./source";
import type { Stage } from "./stage";
import { onTheme, themeButton } from "./theme";
import { makeTools } from "./tools";

function makeHeader(report: Report): HTMLElement {
  const { model } = report;
  const { verdict, words } = judgeRun(report);
  const accuracy = judgeAccuracy(report);
  return el("header", { class: "top" },
    el("div", { class: "title" },
      el("h1", {}, model.name),
      model.description ? el("p", {}, model.description, model.reference ? el("span", { class: "reference" }, `, ${model.reference}`) : null) : null),
    el("span", { class: `chip ${verdict}`, role: "status" }, words),
    accuracy ? el("span", { class: `chip accuracy ${accuracy.verdict}` }, accuracy.words) : null, themeButton());
}

function makeStage(motion: Motion): { stage: Stage; scene: SceneStage | null; note: HTMLElement | null } {
  try {
    const scene = new SceneStage(motion);
    return { stage: scene, scene, note: null };
  } catch (error) {
    console.info(`no WebGL: ${error instanceof Error ? error.message : error}`);
    const note = el("p", { class: "notice", role: "note" },
      "This browser offers no WebGL, so the mechanism is drawn as lines. Drag turns it, the wheel zooms.");
    return { stage: new FlatStage(motion), scene: null, note };
  }
}

function describeFrames(report: Report): string {
  const { frames, t, steps } = report;
  const span = frames.count > 1 ? (frames.t[frames.count - 1] - frames.t[0]) / (frames.count - 1) : 0;
  if (report.kind === "static") return "The picture and the charts have all points of the load path; 0 is the model as given.";
  if (report.kind === "modes") return `The picture has ${frames.count} instants; between them it is interpolated. The size of a mode is not known; here it is drawn large enough to be seen.`;
  const all = frames.count >= steps + 1;
  const picture = all
    ? "The picture has every step of the run; between steps it is interpolated."
    : `The picture has ${frames.count} instants of ${steps} steps, one every ${shortNumber(span, 3)} s; between them it is interpolated.`;
  const charts = t.length >= steps + 1
    ? " The charts have every step."
    : ` The charts have ${t.length} of ${steps + 1} instants; errors and iterations are the largest since the instant before, so no peak is lost.`;
  return picture + charts;
}

export function buildReport(report: Report): void {
  document.title = `${report.model.name} \u2013 Invar report`;
  const motion = new Motion(report);
  const first = report.t.length ? report.t[0] : motion.start;
  const clock = new Clock(first, Math.max(motion.end, report.t.length ? report.t[report.t.length - 1] : 0));
  const { stage, scene, note } = makeStage(motion);
  const empty = report.drawing.primitives.length === 0;
  const nothing = empty ? el("p", { class: "notice", role: "note" }, "No part of this model has a place in space: there is nothing to draw.") : null;
  const { bar, legend } = makeTools(report, stage, scene);
  const canvas = el("div", { class: "stage", role: "img", tabindex: 0, "aria-label": `Animation of ${report.model.name}. Space plays, arrows step, shift and arrows step by ten; with control the arrows turn the view.` },
    stage.element, legend);
  canvas.addEventListener("keydown", (event) => {
    const turns: Record<string, [number, number]> = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
    if (event.ctrlKey && turns[event.key]) stage.turn(...turns[event.key]);
    else if (event.key === "+") stage.zoom(1.15);
    else if (event.key === "-") stage.zoom(1 / 1.15);
    else if (event.key === "f") stage.look("home");
    else return;
    event.preventDefault();
  });
  const message = report.certificate.status === "completed" ? null : report.certificate.message;
  const page = document.getElementById("page")!;
  page.replaceChildren(
    makeHeader(report),
    el("main", {},
      el("div", { class: "left" }, el("section", { class: "card view", "aria-label": "Mechanism" }, nothing, note, canvas, makePlayer(report, clock), bar)),
      el("div", { class: "right" },
        message ? el("p", { class: "card message", role: "alert" }, String(message)) : null,
        report.kind === "modes" ? makeModes(report, clock) : makeCertificate(report, clock),
        report.kind === "modes" ? null : makeCharts(report, clock),
        makeSource(report),
        report.notes.length ? el("section", { class: "card" }, el("h2", {}, "Notes of the run"), el("ul", {}, ...report.notes.map((text) => el("li", {}, text)))) : null,
        el("p", { class: "fine about" }, describeFrames(report),
          " Keys: space plays and pauses, left and right step, home and end jump, f fits the view."))),
  );
  clock.listen((time) => {
    motion.seek(time);
    stage.draw(time);
  });
  onTheme(() => stage.retheme());
  if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) clock.play();
}
