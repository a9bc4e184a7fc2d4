// The one time cursor of the page. Everything that shows an instant listens to it.

export type Listener = (time: number, playing: boolean) => void;

export class Clock {
  time: number;
  speed = 1;
  loop = true;
  playing = false;
  private last = 0;
  private request = 0;
  private readonly listeners: Listener[] = [];

  constructor(
    readonly start: number,
    readonly end: number,
  ) {
    this.time = start;
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
    listener(this.time, this.playing);
  }

  seek(time: number): void {
    this.time = Math.min(this.end, Math.max(this.start, time));
    this.tell();
  }

  play(): void {
    if (this.playing || this.end <= this.start) return;
    if (this.time >= this.end) this.time = this.start;
    this.playing = true;
    this.last = performance.now();
    this.request = requestAnimationFrame(this.tick);
    this.tell();
  }

  pause(): void {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.request);
    this.tell();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  private readonly tick = (now: number): void => {
    // A page that slept in the background goes on where it was.
    const passed = Math.min(0.25, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    this.time += passed * this.speed;
    if (this.time >= this.end) {
      if (this.loop) {
        this.time = this.start;
      } else {
        this.time = this.end;
        this.playing = false;
      }
    }
    this.tell();
    if (this.playing) this.request = requestAnimationFrame(this.tick);
  };

  private tell(): void {
    for (const listener of this.listeners) listener(this.time, this.playing);
  }
}
