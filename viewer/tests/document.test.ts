// Pages of comparisons and of reproduced papers in a real browser: charts with legend, cursor and zoom, light and dark.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, makePage, open, run, scratch, until, type Opened } from "./browser";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const plotOf = (figure: Locator) => figure.locator("canvas:not(.line-swatch)").first();

async function drag(page: Page, over: Locator): Promise<void> {
  await over.scrollIntoViewIfNeeded();
  const box = (await over.boundingBox())!;
  await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.3 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.7 * box.height, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(5, 5);
}

// What every page with charts must do.
function chartsWork(opened: () => Opened, figureName: string, lineName: RegExp) {
  const figure = () => opened().page.locator(`[data-figure="${figureName}"]`);

  test("dragging zooms a chart, a double click shows all again", async () => {
    const { page } = opened();
    const plot = plotOf(figure());
    await plot.scrollIntoViewIfNeeded();
    const all = await plot.screenshot();
    assert.equal(await figure().getByRole("button", { name: "Show all" }).isVisible(), false);
    await drag(page, figure().locator(".u-over").first());
    await figure().getByRole("button", { name: "Show all" }).waitFor();
    assert.notDeepEqual(await plot.screenshot(), all);
    await figure().locator(".u-over").first().dblclick();
    await page.mouse.move(5, 5);
    await until(async () => (await plot.screenshot()).equals(all));
    assert.equal(await figure().getByRole("button", { name: "Show all" }).isVisible(), false);
  });

  test("buttons zoom without a pointer", async () => {
    const { page } = opened();
    const plot = plotOf(figure());
    const all = await plot.screenshot();
    await figure().getByRole("button", { name: "Zoom in" }).focus();
    await page.keyboard.press("Enter");
    await until(async () => !(await plot.screenshot()).equals(all));
    await figure().getByRole("button", { name: "Show all" }).focus();
    await page.keyboard.press("Enter");
    await until(async () => (await plot.screenshot()).equals(all));
  });

  test("a name in the legend hides its line and brings it back", async () => {
    const { page } = opened();
    const plot = plotOf(figure());
    const button = figure().locator(".legend button").filter({ hasText: lineName }).first();
    const all = await plot.screenshot();
    await button.click();
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    await page.mouse.move(5, 5);
    await until(async () => !(await plot.screenshot()).equals(all));
    await button.click();
    await page.mouse.move(5, 5);
    await until(async () => (await plot.screenshot()).equals(all));
  });

  test("the point at the cursor is named with its numbers", async () => {
    const { page } = opened();
    const over = figure().locator(".u-over").first();
    await over.scrollIntoViewIfNeeded();
    const box = (await over.boundingBox())!;
    const readout = figure().locator(".readout").first();
    let text = "";
    for (let i = 1; i < 20 && !text; ++i) {
      for (let k = 1; k < 12 && !text; ++k) {
        await page.mouse.move(box.x + (i / 20) * box.width, box.y + (k / 12) * box.height);
        text = (await readout.textContent())!;
      }
    }
    assert.match(text, /: \u2212?[\d.]+(e\u2212?\d+)?, \u2212?[\d.]+(e\u2212?\d+)?$/);
    await page.mouse.move(5, 5);
  });

  test("light and dark differ in page and charts", async () => {
    const { page } = opened();
    const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const plot = plotOf(figure());
    const [light, chart] = [await color(), await plot.screenshot()];
    await page.getByRole("button", { name: "Light or dark" }).click();
    assert.notEqual(await color(), light);
    assert.notDeepEqual(await plot.screenshot(), chart);
    await page.getByRole("button", { name: "Light or dark" }).click();
    assert.equal(await color(), light);
  });

  test("the points of a figure can be saved", async () => {
    const { page } = opened();
    const download = page.waitForEvent("download");
    await figure().getByRole("button", { name: "CSV" }).click();
    const lines = readFileSync(await (await download).path(), "utf8").trim().split("\n");
    assert.equal(lines[0], "panel,series,x,y");
    assert.ok(lines.length > 5 && lines.slice(1).every((line) => line.split(",").slice(-2).every((x) => Number.isFinite(Number(x)))));
  });

  test("no errors, no warnings, no requests", () => assert.deepEqual(opened().problems, []));
}

describe("page of a comparison", () => {
  let file: string;
  let opened: Opened;
  before(async () => {
    file = makePage("compare", "compare", "models/yoon_pendulum.yaml", ["--end", "2", "--budget", "3", "--methods", "ep,ed,explicit", "--out", scratch("compare.json")]);
    opened = await open(browser, file);
  });
  after(() => opened.close());

  test("advice, tables and diagrams are those of the JSON", async () => {
    const { page } = opened;
    const data = JSON.parse(readFileSync(scratch("compare.json"), "utf8"));
    assert.match(await page.title(), /yoon_pendulum: which method\?/);
    const advice = page.locator(".stack").first();
    for (const { purpose, name } of data.advice) assert.ok((await advice.textContent())!.includes(`${purpose}${name || "none"}`), purpose);
    for (const { name } of data.methods) assert.ok((await page.locator(".failures").textContent())!.includes(name), name);
    assert.match((await page.locator("main").textContent())!, /energy drift/);
    assert.equal(await page.locator("figure").count(), 6);
  });

  chartsWork(() => opened, "work", /^ed$/);

  test("a phone in the dark shows it without sideways scrolling", async () => {
    const { page, problems, close } = await open(browser, file, { width: 390, height: 844, dark: true });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px`);
    assert.deepEqual(problems, []);
    await close();
  });
});

describe("page of a reproduced example", () => {
  let file: string;
  let opened: Opened;
  before(async () => {
    run(["reproduce", "bauchau2003/universal_joint", "--out", scratch("papers")]);
    file = join(scratch("papers"), "bauchau2003_universal_joint.html");
    opened = await open(browser, file);
  });
  after(() => opened.close());

  test("claims have verdicts, figures their captions and files", async () => {
    const { page } = opened;
    assert.ok((await page.locator(".verdict.holds").count()) >= 1);
    const caption = page.locator('[data-figure="bauchau2003-universal_joint_fig6"] figcaption');
    assert.match((await caption.textContent())!, /^Fig/);
    assert.equal(await caption.locator("a").first().getAttribute("href"), "bauchau2003/universal_joint_fig6.svg");
  });

  chartsWork(() => opened, "bauchau2003-universal_joint_fig6", /./);

  test("a phone in the dark shows it without sideways scrolling", async () => {
    const { page, problems, close } = await open(browser, file, { width: 390, height: 844, dark: true });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px`);
    assert.deepEqual(problems, []);
    await close();
  });
});
