// A little help with elements and numbers.

type Child = Node | string | null | undefined | false;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

const kIcons: Record<string, string> = {
  play: "M8 5v14l11-7z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  start: "M6 5h2.5v14H6zM19 5v14L9 12z",
  end: "M5 5v14l10-7zM15.5 5H18v14h-2.5z",
  fit: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",
  download: "M11 4h2v8h3l-4 5-4-5h3zM5 18h14v2H5z",
  copy: "M8 3h11v13h-2V5H8zM5 7h10v14H5z",
};

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", kIcons[name]);
  svg.append(path);
  return svg;
}

// Short, readable, with a true minus sign: 12.3, 0.00412, 3.1e-16.
export function shortNumber(x: number | null | undefined, digits = 4): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return "n/a";
  if (x === 0) return "0";
  const size = Math.abs(x);
  const text =
    size >= 1e5 || size < 1e-3 ? x.toExponential(Math.max(0, digits - 2)) : String(Number(x.toPrecision(digits)));
  return text.replace("e+", "e").replace(/-/g, "\u2212");
}

// Without zeros at the end, 2e−5 and not 2.0000e−5: an axis has room for eight characters or so.
export const tickNumber = (x: number): string => shortNumber(x, 6).replace(/\.?0+e/, "e");

export function download(name: string, text: string, type = "text/csv"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
