// A real gallery in a real browser: three models that run, one that is wrong, one with nothing to draw.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launch, open, run, scratch, until, type Opened } from "./browser";

let browser: Browser;
let folder: string;
let index: string;
before(async () => {
  folder = scratch("gallery");
  index = join(folder, "index.html");
  const wrong = scratch("wrong.yaml");
  writeFileSync(wrong, "model: wrong\nbodies: {a: {type: rigid_bod}}\n");
  const placeless = scratch("placeless.yaml");
  writeFileSync(placeless, "bodies: {x: {type: coordinate, inertia: 1, rate: 1}}\nmethod: {name: ep, step: 0.1, end: 1}\n");
  run(["gallery", "models/four_bar.yaml", "models/bicycle.yaml", "models/braun_double_four_bar.yaml", wrong,
    placeless, "--out", folder, "--end", "10", "--quiet"], 3);
  browser = await launch();
});
after(() => browser.close());

const picture = (page: Page, model: string) => page.locator(`[data-model="${model}"] .thumbnail canvas`);

// The pixels of the canvas itself: focus and pointer do not touch them.
const pixels = (page: Page, model: string) => picture(page, model).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

async function drawn(page: Page, model: string): Promise<string> {
  await picture(page, model).waitFor();
  let last = "";
  await until(async () => {
    const now = await pixels(page, model);
    const same = now === last;
    last = now;
    return same;
  });
  return last;
}

describe("gallery for readers who want no motion", () => {
  let opened: Opened;
  before(async () => {
    opened = await open(browser, index);
  });
  after(() => opened.close());

  test("every model has a tile with its name, what it is and a verdict", async () => {
    const { page } = opened;
    assert.equal(await page.title(), "Invar models");
    assert.deepEqual(await page.locator(".tile h2").allTextContents(),
      ["four_bar", "bicycle", "braun_double_four_bar", "wrong", "placeless"]);
    assert.match((await page.locator('[data-model="bicycle"]').textContent())!, /Whipple bicycle.*3 freedoms.*ep, step 0\.01 s/);
    assert.deepEqual(await page.locator('[data-model="four_bar"] .chip.good').allTextContents(), ["completed, invariants kept"]);
    assert.match((await page.locator('[data-model="braun_double_four_bar"]').textContent())!, /shortened: 10 of 1000 s/);
    assert.match((await page.locator('[data-model="placeless"]').textContent())!, /nothing to draw/);
  });

  test("a model that is wrong says why, in red, and has no link", async () => {
    const tile = opened.page.locator('[data-model="wrong"]');
    assert.match((await tile.textContent())!, /did you mean "rigid_body"\?/);
    assert.equal(await tile.locator(".chip.bad").textContent(), "failed");
    assert.equal(await tile.locator("a").count(), 0);
    assert.match((await opened.page.locator(".top").textContent())!, /5 models, 1 failed/);
  });

  test("pictures differ and stand still", async () => {
    const { page } = opened;
    const [one, other] = [await drawn(page, "four_bar"), await drawn(page, "bicycle")];
    assert.notEqual(one, other);
    assert.ok(one.length > 5000, "a picture, not one color");
    await page.locator('[data-model="four_bar"]').hover();
    await page.waitForTimeout(250);
    assert.equal(await pixels(page, "four_bar"), one, "no motion without being asked for");
  });

  test("links lead to report pages", async () => {
    const links = await opened.page.locator(".tile a").evaluateAll((all) => all.map((a) => a.getAttribute("href")!));
    assert.deepEqual(links, ["four_bar.html", "bicycle.html", "braun_double_four_bar.html", "placeless.html"]);
    for (const link of links) assert.ok(existsSync(join(folder, link)), link);
    const report = await open(browser, join(folder, "braun_double_four_bar.html"));
    assert.match(await report.page.title(), /braun_double_four_bar/);
    assert.match((await report.page.locator(".command code").textContent())!, / --end 10 --report braun_double_four_bar\.html$/);
    assert.match((await report.page.locator(".right").textContent())!, /Made for a gallery, shortened: 10 of 1000 s/);
    assert.deepEqual(report.problems, []);
    await report.close();
  });

  test("words find models", async () => {
    const { page } = opened;
    await page.getByLabel("Find a model").fill("four braun");
    assert.equal(await page.locator(".tile:visible").count(), 1);
    assert.match((await page.locator(".top .hint").textContent())!, /1 of 5 models/);
    await page.getByLabel("Find a model").fill("");
    assert.equal(await page.locator(".tile:visible").count(), 5);
  });

  test("play moves the pictures, pause holds them", async () => {
    const { page } = opened;
    const before = await drawn(page, "bicycle");
    await page.getByRole("button", { name: "Play" }).click();
    await until(async () => (await pixels(page, "bicycle")) !== before);
    await page.getByRole("button", { name: "Pause" }).click();
    const held = await drawn(page, "bicycle");
    await page.waitForTimeout(200);
    assert.equal(await pixels(page, "bicycle"), held);
  });

  test("keys reach every link, pictures and controls have names", async () => {
    const { page } = opened;
    await page.locator(".top button").last().focus();
    const visited: string[] = [];
    for (let i = 0; i < 4; ++i) {
      await page.keyboard.press("Tab");
      visited.push(await page.evaluate(() => document.activeElement!.textContent!));
    }
    assert.deepEqual(visited, ["four_bar", "bicycle", "braun_double_four_bar", "placeless"]);
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, a, [role=img]")]
      .filter((e) => !(e.getAttribute("aria-label") || e.textContent?.trim())).map((e) => e.outerHTML));
    assert.deepEqual(nameless, []);
    assert.equal(await page.getByRole("img", { name: "bicycle in motion" }).count(), 1);
  });

  test("no errors, no warnings, no requests", () => assert.deepEqual(opened.problems, []));
});

describe("gallery for everyone else", () => {
  test("pictures that can be seen move by themselves, also on a phone in the dark", async () => {
    const { page, problems, close } = await open(browser, index, { still: false, width: 390, height: 844, dark: true });
    await picture(page, "four_bar").waitFor();
    const before = await pixels(page, "four_bar");
    await until(async () => (await pixels(page, "four_bar")) !== before);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px`);
    assert.deepEqual(problems, []);
    await close();
  });

  test("without WebGL the pictures are lines", async () => {
    const plain = await launch(false);
    try {
      const { page, problems } = await open(plain, index);
      assert.notEqual(await drawn(page, "four_bar"), await drawn(page, "bicycle"));
      assert.deepEqual(problems, []);
    } finally {
      await plain.close();
    }
  });
});
