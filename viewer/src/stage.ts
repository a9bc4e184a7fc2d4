// What the page asks of a drawing of the mechanism, whether it is made with WebGL or on a plain canvas.
import type { NamedPoint } from "./data";

export interface StageOptions {
  frames: boolean; // triads of the bodies
  axes: boolean; // axes of the joints
  forces: boolean;
  names: boolean;
  shadows: boolean;
  follow: NamedPoint | null;
  trail: NamedPoint | null;
  colorBy: string | null; // a quantity, or null for one color a part
  symbols: number; // factor on the size of joints, pins and arrows
}

export const kDefaultOptions: StageOptions = {
  frames: false,
  axes: false,
  forces: false,
  names: false,
  shadows: true,
  follow: null,
  trail: null,
  colorBy: null,
  symbols: 1,
};

export type View = "home" | "front" | "side" | "top";

export interface Stage {
  readonly element: HTMLElement;
  // Draws the instant the motion stands at.
  draw(time: number): void;
  set(options: StageOptions): void;
  look(view: View): void;
  turn(right: number, up: number): void; // rad
  zoom(factor: number): void;
  retheme(): void;
}
