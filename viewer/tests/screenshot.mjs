// A picture of a page: node tests/screenshot.mjs PAGE.html OUT.png [--dark] [--time T] [--size 1366x768] [--check NAME]
// [--select LABEL=VALUE]... [--view NAME] [--scroll Y] [--wait MS] [--full | --stage WxH]. --stage takes the mechanism
// alone, in that size. The figures of docs/ are made with it (docs/figures/make_pictures.py).
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: "boolean" }, full: { type: "boolean" }, time: { type: "string" }, size: { type: "string", default: "1366x768" },
    check: { type: "string", multiple: true, default: [] }, select: { type: "string", multiple: true, default: [] },
    view: { type: "string" }, scroll: { type: "string" }, wait: { type: "string", default: "500" }, stage: { type: "string" },
  },
});
const [width, height] = values.size.split("x").map(Number);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage({ viewport: { width, height }, colorScheme: values.dark ? "dark" : "light", reducedMotion: "reduce" });
page.setDefaultTimeout(180_000); // software rendering on a busy machine
page.on("console", (message) => message.type() === "error" && console.error(message.text()));
page.on("pageerror", (error) => console.error(error.message));
await page.goto(pathToFileURL(positionals[0]).href);
await page.waitForSelector("main, h1"); // plain pages have no main part
for (const pair of values.select) {
  const [label, value] = pair.split("=");
  await page.locator(".tools").getByLabel(label).selectOption(value);
}
for (const name of values.check) await page.locator(".tools").getByLabel(name).check();
if (values.view && !values.stage) await page.locator(".views").getByRole("button", { name: values.view }).click();
if (values.time) await page.locator(".scrub").fill(values.time);
if (values.stage) {
  const [w, h] = values.stage.split("x").map(Number);
  const alone = `.stage { position: fixed !important; left: 0; top: 0; width: ${w}px; height: ${h}px !important; z-index: 100; }
    .stage-legend { display: none !important; }`;
  await page.evaluate((css) => document.head.append(Object.assign(document.createElement("style"), { textContent: css })), alone);
  await page.waitForTimeout(200);
  await page.locator(".views").getByRole("button", { name: values.view ?? "Fit" }).evaluate((button) => button.click());
}
if (values.scroll) await page.evaluate((y) => scrollTo(0, y), Number(values.scroll));
await page.waitForTimeout(Number(values.wait));
if (values.stage) await page.locator(".stage canvas").screenshot({ path: positionals[1] });
else await page.screenshot({ path: positionals[1], fullPage: values.full });
await browser.close();
