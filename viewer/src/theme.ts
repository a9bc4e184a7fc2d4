// Light or dark: what the system prefers, until the reader chooses.
import { el, icon } from "./dom";

const listeners: (() => void)[] = [];
const system = window.matchMedia("(prefers-color-scheme: dark)");

export function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : system.matches;
}

function toggleTheme(): void {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  for (const listener of listeners) listener();
}

export function themeButton(): HTMLElement {
  const button = el("button", { type: "button", class: "icon quiet", "aria-label": "Light or dark", title: "Light or dark" }, icon("theme"));
  button.addEventListener("click", toggleTheme);
  return button;
}

export function onTheme(listener: () => void): void {
  listeners.push(listener);
  system.addEventListener("change", () => {
    if (!document.documentElement.dataset.theme) listener();
  });
}

export function themeColor(variable: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}
