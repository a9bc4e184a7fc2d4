// Play, pause, scrub, speed, and the keys for them.
import type { Clock } from "./clock";
import { indexAt, type Report } from "./data";
import { chapterAt } from "./modes";
import { el, icon, shortNumber } from "./dom";

const kSpeeds = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20];

// A run should take some seconds to watch, and no more than a minute.
export function defaultSpeed(duration: number): number {
  if (!(duration > 0)) return 1;
  if (duration >= 2.5 && duration <= 120) return 1;
  const wanted = duration < 2.5 ? duration / 6 : duration / 60;
  return kSpeeds.reduce((best, speed) => (Math.abs(Math.log(speed / wanted)) < Math.abs(Math.log(best / wanted)) ? speed : best));
}

export function makePlayer(report: Report, clock: Clock): HTMLElement {
  const { frames } = report;
  const button = (name: string, label: string, keys: string) =>
    el("button", { type: "button", class: "icon", "aria-label": label, title: `${label} (${keys})` }, icon(name));
  const play = button("play", "Play", "space");
  const start = button("start", "To the start", "home");
  const end = button("end", "To the end", "end");
  const duration = clock.end - clock.start;
  const scrub = el("input", { type: "range", class: "scrub", min: clock.start, max: clock.end, step: "any", value: clock.start, "aria-label": "Time" });
  const output = el("output", { class: "time" });
  const speed = el("select", { "aria-label": "Speed" });
  clock.speed = defaultSpeed(duration);
  for (const value of kSpeeds) speed.append(el("option", { value, selected: value === clock.speed }, `${value}\u00d7`));
  const digits = duration > 0 ? Math.max(2, Math.min(6, 3 - Math.floor(Math.log10(duration)))) : 2;

  play.addEventListener("click", () => clock.toggle());
  start.addEventListener("click", () => clock.seek(clock.start));
  end.addEventListener("click", () => clock.seek(clock.end));
  scrub.addEventListener("input", () => {
    clock.pause();
    clock.seek(Number(scrub.value));
  });
  speed.addEventListener("change", () => (clock.speed = Number(speed.value)));
  for (const control of [play, start, end, scrub, speed]) if (duration <= 0) control.disabled = true;

  // The time of a page that shows no run has another meaning.
  const labelOf = (time: number): string | null => {
    if (report.kind === "modes") return chapterAt(report.chapters ?? [], time)?.name ?? null;
    if (report.kind === "static") return `point ${Math.round(time)} of ${Math.round(clock.end)}`;
    return null;
  };
  let shownPlaying: boolean | null = null;
  clock.listen((time, playing) => {
    scrub.value = String(time);
    scrub.style.setProperty("--done", `${duration > 0 ? (100 * (time - clock.start)) / duration : 0}%`);
    const label = labelOf(time);
    scrub.setAttribute("aria-valuetext", label ?? `${shortNumber(time)} seconds of ${shortNumber(clock.end)}`);
    output.textContent = label ?? `${time.toFixed(digits)} s`;
    if (playing === shownPlaying) return;
    shownPlaying = playing;
    play.replaceChildren(icon(playing ? "pause" : "play"));
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    play.title = `${playing ? "Pause" : "Play"} (space)`;
  });

  // One stored frame, with shift ten.
  const step = (count: number) => {
    clock.pause();
    const i = indexAt(frames.t, clock.time + 1e-9 * duration);
    const between = count < 0 && clock.time > frames.t[i] + 1e-9 * duration ? 1 : 0;
    clock.seek(frames.t[Math.min(frames.count - 1, Math.max(0, i + count + between))]);
  };
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || duration <= 0) return;
    const target = event.target as HTMLElement;
    if (target.closest("select, textarea, input:not([type=range]):not([type=checkbox]), summary")) return;
    const pressed = target.closest("button, input[type=checkbox]");
    if (event.key === " " && pressed) return; // space presses the button that has the focus
    if (target.closest("input[type=range]:not(.scrub)")) return;
    const actions: Record<string, () => void> = {
      " ": () => clock.toggle(),
      ArrowLeft: () => step(event.shiftKey ? -10 : -1),
      ArrowRight: () => step(event.shiftKey ? 10 : 1),
      Home: () => clock.seek(clock.start),
      End: () => clock.seek(clock.end),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  return el("div", { class: "player", role: "group", "aria-label": "Animation" }, start, play, end, scrub, output, speed);
}
