// What the browser tests share: reports made by the program, and a page that forbids the network.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";

export const kRoot = resolve(process.cwd(), existsSync("viewer") ? "." : "..");
const invar = process.env.INVAR ?? join(kRoot, "build/release/bin/invar");
const folder = mkdtempSync(join(tmpdir(), "invar-report-"));

export function run(args: string[], expected = 0): string {
  const answer = spawnSync(invar, args, { cwd: kRoot, encoding: "utf8" });
  if (answer.status !== expected) throw new Error(`invar ${args.join(" ")}: ${answer.status}\n${answer.stderr}`);
  return answer.stdout;
}

export function makeReport(name: string, model: string, args: string[] = [], expected = 0): string {
  const file = join(folder, `${name}.html`);
  run(["run", model, ...args, "--report", file, "--quiet"], expected);
  return file;
}

// Pages of other commands, e.g. modes.
export function makePage(command: string, name: string, model: string, args: string[] = []): string {
  const file = join(folder, `${name}.html`);
  run([command, model, ...args, "--report", file, "--quiet"]);
  return file;
}

export function scratch(name: string): string {
  return join(folder, name);
}

function browserPath(): string {
  const known = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const found = known.find((path) => path && existsSync(path));
  if (!found) throw new Error("no chromium; script/bootstrap installs it");
  return found;
}

export function launch(webgl = true): Promise<Browser> {
  const gl = webgl ? ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] : ["--disable-gpu", "--disable-3d-apis"];
  return chromium.launch({ executablePath: browserPath(), headless: true, args: ["--no-sandbox", ...gl] });
}

export interface Opened {
  page: Page;
  problems: string[]; // errors of the console and of the page, requests to anywhere but the file
  close(): Promise<void>;
}

interface Look {
  dark?: boolean;
  width?: number;
  height?: number;
  still?: boolean; // prefers reduced motion: does not play by itself
}

export async function open(browser: Browser, file: string, look: Look = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1040, height: look.height ?? 600 },
    colorScheme: look.dark ? "dark" : "light",
    reducedMotion: look.still === false ? "no-preference" : "reduce",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000); // programs of the graphics card are slow to compile without one, on a busy machine
  const problems: string[] = [];
  page.on("console", (message) => {
    // Software rendering makes Chromium remark on its own speed.
    const own = /GL Driver Message|GPU stall|swiftshader|WebGL/i.test(message.text());
    if (["error", "warning"].includes(message.type()) && !own) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`page: ${error.message}`));
  const url = pathToFileURL(file).href;
  page.on("request", (request) => {
    if (!request.url().startsWith("data:") && !request.url().startsWith("blob:") && request.url() !== url) {
      problems.push(`request: ${request.url()}`);
    }
  });
  await page.goto(url);
  await page.waitForSelector("main");
  return { page, problems, close: () => context.close() };
}

// A picture of the stage as bytes; equal bytes are equal pixels.
export async function stagePixels(page: Page): Promise<Buffer> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.locator(".stage canvas").screenshot();
}

export const timeOf = async (page: Page): Promise<number> => Number(await page.locator(".scrub").inputValue());

// Waits from outside: inside of the page its own policy forbids to evaluate text.
export async function until(holds: () => Promise<boolean>, seconds = 20): Promise<void> {
  const end = Date.now() + 1000 * seconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${holds}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}
