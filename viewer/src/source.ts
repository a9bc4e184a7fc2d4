// The model as it was written and the command that ran it.
import type { Report } from "./data";
import { download, el, icon } from "./dom";

// Comments, keys and the rest of a line of YAML; enough for reading, no parser.
function highlighted(line: string): Node[] {
  const comment = /(^|\s)#.*$/.exec(line);
  const code = comment ? line.slice(0, comment.index) : line;
  const parts: Node[] = [];
  let at = 0;
  for (const match of code.matchAll(/([A-Za-z_"${}][\w"${}\-+*. ]*?)(:)(?=\s|$)/g)) {
    parts.push(document.createTextNode(code.slice(at, match.index)), el("span", { class: "key" }, match[1]), document.createTextNode(":"));
    at = match.index! + match[0].length;
  }
  parts.push(document.createTextNode(code.slice(at)));
  if (comment) parts.push(el("span", { class: "comment" }, line.slice(comment.index)));
  return parts;
}

function copyButton(text: () => string, label: string): HTMLButtonElement {
  const button = el("button", { type: "button", class: "small" }, icon("copy"), label);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.lastChild!.textContent = "Copied";
    } catch {
      button.lastChild!.textContent = "Select and copy by hand";
    }
    setTimeout(() => (button.lastChild!.textContent = label), 1600);
  });
  return button;
}

export function makeSource(report: Report): HTMLElement {
  const { model, command } = report;
  const code = el("code");
  const lines = model.text.replace(/\n$/, "").split("\n");
  lines.forEach((line, i) => code.append(el("span", { class: "line", "data-n": i + 1 }, ...highlighted(line), "\n")));
  const save = el("button", { type: "button", class: "small" }, icon("download"), "Save");
  const name = model.file.split(/[\\/]/).pop() || `${model.name}.yaml`;
  save.addEventListener("click", () => download(name, model.text, "text/yaml"));
  return el("section", { class: "card source", "aria-label": "Repeat this run" },
    el("header", { class: "bar" }, el("h2", {}, "Repeat this run"),
      el("p", { class: "hint" }, `Invar ${report.certificate.version ?? ""}`)),
    el("div", { class: "command" }, el("pre", { tabindex: 0, "aria-label": "Command" }, el("code", {}, command)), copyButton(() => command, "Copy")),
    el("details", { open: lines.length <= 80 },
      el("summary", {}, `Model ${name}, ${lines.length} lines`),
      el("div", { class: "buttons" }, copyButton(() => model.text, "Copy"), save),
      el("pre", { tabindex: 0, "aria-label": "Model" }, code)));
}
