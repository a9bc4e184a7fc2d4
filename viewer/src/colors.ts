// Colors: one a family of parts ("crank_1", "crank_2" are one family, and so are "wheel_fl", "wheel_rr"), and scales for quantities.
import { Color } from "three";
import type { Primitive } from "./data";

// Told apart also by people who see few colors; they keep on light and on dark ground.
const kFamilies = ["#3f7fbf", "#e39a3b", "#4fa37a", "#c0607a", "#8577c2", "#3fa0ad", "#b39a45", "#7f8fa3"];

// The names that models may use, in shades that go together (src/parts/drawing/look.cc).
const kNamed: Record<string, string> = {
  black: "#2b3036", blue: "#3f7fbf", brown: "#8a6242", gold: "#d4a72c", gray: "#8b95a1", green: "#5b8f5a", orange: "#e08a33",
  pink: "#d98aa8", purple: "#8577c2", red: "#c4473f", silver: "#b9c0c8", teal: "#2f9c95", white: "#eceff2", yellow: "#e5c83f",
};

export class Palette {
  private readonly families = new Map<string, string>();

  constructor(primitives: Primitive[]) {
    for (const p of primitives) if (p.role === "body") this.family(p.part);
  }

  private family(part: string): string {
    const stem = part.replace(/((_?\d+)+|_(fl|fr|rl|rr|left|right|front|rear))$/, "") || part;
    let color = this.families.get(stem);
    if (!color) {
      color = kFamilies[this.families.size % kFamilies.length];
      this.families.set(stem, color);
    }
    return color;
  }

  of(p: Primitive, dark: boolean): Color {
    if (p.color) return new Color(kNamed[p.color] ?? p.color);
    switch (p.role) {
      case "body":
        return new Color(this.family(p.part));
      case "drive":
        return new Color(dark ? "#ff8a5c" : "#d9541e");
      case "force":
        return new Color(dark ? "#e0b84c" : "#b3830f");
      case "ground":
        return new Color(dark ? "#7d8896" : "#8b95a1");
      default:
        return new Color(dark ? "#c3cad3" : "#4a525c");
    }
  }
}

const kSequential = ["#2c3e8f", "#2a7fb8", "#35b0a0", "#a9d15c", "#f7e04b"];
const kDiverging = ["#2166c4", "#7fb0e0", "#c9ccd1", "#ef9a72", "#c8321f"];

// The color of x in [low, high]; a range with zero inside has its middle there.
export function rampColor(x: number, low: number, high: number, out: Color): Color {
  const diverging = low < 0 && high > 0;
  const stops = diverging ? kDiverging : kSequential;
  const size = Math.max(-low, high);
  const f = diverging ? 0.5 + (0.5 * x) / (size || 1) : (x - low) / (high - low || 1);
  const place = Math.min(1, Math.max(0, Number.isFinite(f) ? f : 0)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(place));
  return out.set(stops[i]).lerp(kNext.set(stops[i + 1]), place - i);
}
const kNext = new Color();

export function rampGradient(low: number, high: number): string {
  return `linear-gradient(to right, ${(low < 0 && high > 0 ? kDiverging : kSequential).join(", ")})`;
}
