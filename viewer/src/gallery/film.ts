// Lets the thumbnails move that can be seen. When drawing is slow they take turns, so that the page itself stays quick;
// when the film stands still, the one under the pointer or with the focus moves, unless the reader wants no motion.
import type { Thumbnail } from "./thumbnail";

const kMilliseconds = 12; // of drawing a frame

interface Item {
  thumbnail: Thumbnail;
  visible: boolean;
  pointed: boolean; // under the pointer, or its link has the focus
  fresh: boolean; // drawn as it is now
  last: number; // when it moved
}

export class Film {
  private readonly items = new Map<Element, Item>();
  private readonly queue: Item[] = []; // who moved longest ago is first
  private readonly still = window.matchMedia("(prefers-reduced-motion: reduce)");
  private readonly observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) this.items.get(target)!.visible = isIntersecting;
  }, { rootMargin: "40px" });

  constructor(public playing: boolean) {}

  add(picture: HTMLElement, thumbnail: Thumbnail): void {
    const item: Item = { thumbnail, visible: false, pointed: false, fresh: false, last: 0 };
    this.items.set(picture, item);
    this.queue.push(item);
    new ResizeObserver(() => (item.fresh = false)).observe(picture);
  }

  start(): void {
    for (const [picture, item] of this.items) {
      this.observer.observe(picture);
      const tile = picture.closest("li")!;
      const point = (on: boolean) => () => (item.pointed = on);
      tile.addEventListener("pointerenter", point(true));
      tile.addEventListener("pointerleave", point(false));
      tile.addEventListener("focusin", point(true));
      tile.addEventListener("focusout", point(false));
    }
    requestAnimationFrame(this.tick);
  }

  retheme(): void {
    for (const item of this.queue) {
      item.thumbnail.retheme();
      item.fresh = false;
    }
  }

  private readonly tick = (now: number): void => {
    const began = performance.now();
    const seen: Item[] = [];
    for (const item of [...this.queue]) {
      if (!item.visible) continue;
      const moves = this.playing || (item.pointed && !this.still.matches);
      if (!moves) item.last = 0;
      if (!moves && item.fresh) continue;
      // One that slept goes on where it was.
      if (moves && item.last) item.thumbnail.advance(Math.min(0.5, (now - item.last) / 1000));
      item.last = moves ? now : 0;
      item.thumbnail.draw();
      item.fresh = true;
      seen.push(item);
      if (performance.now() - began > kMilliseconds) break;
    }
    if (seen.length) {
      const rest = this.queue.filter((item) => !seen.includes(item));
      this.queue.splice(0, this.queue.length, ...rest, ...seen);
    }
    requestAnimationFrame(this.tick);
  };
}
