// The one time cursor of the page. Everything that shows an instant listens to it.

export type Listener = (time: number, playing: boolean) => void;

export class Clock {
  time: number;
  speed = 1;
  loop = true;
  playing = false;
  private range: [number, number];
  private last = 0;
  private request = 0;
  private readonly listeners: Listener[] = [];

  constructor(
    readonly start: number,
    readonly end: number,
  ) {
    this.time = start;
    this.range = [start, end];
  }

  // Plays only this part over and over, from where it begins; without arguments all of it.
  playWithin(from = this.start, to = this.end): void {
    this.range = [from, to];
    if (from > this.start || to < this.end) this.seek(from);
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
    if (this.time >= this.range[1] || this.time < this.range[0]) this.time = this.range[0];
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
    if (this.time >= this.range[1] || this.time < this.range[0]) {
      if (this.loop) {
        this.time = this.range[0];
      } else {
        this.time = this.range[1];
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
