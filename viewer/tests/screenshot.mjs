// A picture of a page: node tests/screenshot.mjs PAGE.html OUT.png [--dark] [--time T] [--size 1366x768] [--check NAME]
// [--select LABEL=VALUE]... [--full]. The figures of docs/ are made with it.
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: "boolean" }, full: { type: "boolean" }, time: { type: "string" }, size: { type: "string", default: "1366x768" },
    check: { type: "string", multiple: true, default: [] }, select: { type: "string", multiple: true, default: [] },
    view: { type: "string" }, scroll: { type: "string" }, wait: { type: "string", default: "500" },
  },
});
const [width, height] = values.size.split("x").map(Number);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage({ viewport: { width, height }, colorScheme: values.dark ? "dark" : "light", reducedMotion: "reduce" });
page.on("console", (message) => message.type() === "error" && console.error(message.text()));
page.on("pageerror", (error) => console.error(error.message));
await page.goto(pathToFileURL(positionals[0]).href);
await page.waitForSelector("main");
for (const pair of values.select) {
  const [label, value] = pair.split("=");
  await page.locator(".tools").getByLabel(label).selectOption(value);
}
for (const name of values.check) await page.locator(".tools").getByLabel(name).check();
if (values.view) await page.locator(".views").getByRole("button", { name: values.view }).click();
if (values.time) await page.locator(".scrub").fill(values.time);
if (values.scroll) await page.evaluate((y) => scrollTo(0, y), Number(values.scroll));
await page.waitForTimeout(Number(values.wait));
await page.screenshot({ path: positionals[1], fullPage: values.full });
await browser.close();
