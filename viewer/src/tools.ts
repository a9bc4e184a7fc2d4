// The controls of the picture: what to show, whom to follow, where to look from.
import { heaviestBody, type NamedPoint, type Report } from "./data";
import { el, icon, shortNumber } from "./dom";
import { rampGradient } from "./colors";
import type { SceneStage } from "./scene/scene";
import { kDefaultOptions, type Stage, type StageOptions, type View } from "./stage";

function choice(label: string, names: string[], none: string): { element: HTMLElement; select: HTMLSelectElement } {
  const select = el("select", {}, el("option", { value: "" }, none));
  for (const name of names) select.append(el("option", { value: name }, name));
  return { element: el("label", { class: "choice" }, el("span", {}, label), select), select };
}

export function makeTools(report: Report, stage: Stage, scene: SceneStage | null): { bar: HTMLElement; legend: HTMLElement } {
  const { drawing } = report;
  const options: StageOptions = { ...kDefaultOptions };
  const legend = el("div", { class: "stage-legend" });
  const bodies = drawing.points.filter((point) => point.role === "body");
  const named = (points: NamedPoint[], name: string) => points.find((point) => point.name === name) ?? null;

  const apply = () => {
    stage.set(options);
    legend.replaceChildren();
    if (!scene) return;
    legend.append(el("span", {}, `grid ${shortNumber(scene.gridSpacing)} m`));
    if (options.forces && scene.largestForce > 0) legend.append(el("span", {}, `largest force ${shortNumber(scene.largestForce, 3)} N`));
    if (options.forces && scene.largestTorque > 0) legend.append(el("span", {}, `largest torque ${shortNumber(scene.largestTorque, 3)} N m`));
    if (options.colorBy) {
      const [low, high] = scene.rangeOf(options.colorBy);
      const unit = drawing.primitives.find((p) => p.quantity === options.colorBy)?.unit ?? "";
      const size = low < 0 && high > 0 ? Math.max(-low, high) : 0;
      legend.append(el("span", { class: "ramp" }, shortNumber(size ? -size : low, 3),
        el("i", { style: `background: ${rampGradient(low, high)}` }), `${shortNumber(size || high, 3)} ${unit}`));
    }
  };

  const follow = choice("Follow", bodies.map((point) => point.name), "nothing");
  follow.select.addEventListener("change", () => {
    options.follow = named(bodies, follow.select.value);
    apply();
  });
  const trail = choice("Trace", drawing.points.map((point) => point.name), "nothing");
  trail.select.addEventListener("change", () => {
    options.trail = named(drawing.points, trail.select.value);
    apply();
  });
  const quantities = [...new Set(drawing.primitives.flatMap((p) => (p.quantity && p.values ? [p.quantity] : [])))];
  const color = choice("Color", quantities, "by part");
  // Beams whose model names a quantity show it from the start.
  const usual = drawing.primitives.find((p) => p.kind === "tube" && p.quantity && p.values)?.quantity;
  if (usual && scene) {
    color.select.value = usual;
    options.colorBy = usual;
  }
  color.select.addEventListener("change", () => {
    options.colorBy = color.select.value || null;
    apply();
  });

  const has = (kind: string) => drawing.primitives.some((p) => p.kind === kind);
  const toggles = el("div", { class: "toggles" });
  const toggle = (label: string, key: "frames" | "axes" | "forces" | "names") => {
    const box = el("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      options[key] = box.checked;
      apply();
    });
    toggles.append(el("label", {}, box, label));
  };
  if (has("arrow") || has("torque")) toggle("Forces", "forces");
  if (has("frame")) toggle("Frames", "frames");
  if (has("axis")) toggle("Joint axes", "axes");
  if (scene) toggle("Names", "names");

  const size = el("input", { type: "range", min: 0.3, max: 2.5, step: 0.05, value: 1, "aria-label": "Size of symbols" });
  size.addEventListener("input", () => {
    options.symbols = Number(size.value);
    apply();
  });
  toggles.append(el("label", { class: "choice" }, el("span", {}, "Symbols"), size));

  const views = el("div", { class: "views", role: "group", "aria-label": "View" });
  for (const [view, label] of [["home", "Fit"], ["front", "Front"], ["side", "Side"], ["top", "Top"]] as [View, string][]) {
    const button = el("button", { type: "button", class: "small" }, view === "home" ? icon("fit") : null, label);
    button.addEventListener("click", () => stage.look(view));
    views.append(button);
  }

  // A mechanism that travels is followed from the start, at its heaviest body.
  if (scene?.bounds.travels) {
    options.follow = heaviestBody(drawing);
    follow.select.value = options.follow?.name ?? "";
  }
  apply();
  const bar = el("div", { class: "tools" }, views, toggles,
    el("div", { class: "choices" }, bodies.length ? follow.element : null, drawing.points.length ? trail.element : null,
      quantities.length ? color.element : null));
  return { bar, legend };
}
