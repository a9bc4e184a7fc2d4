// Real reports in a real browser, without a network.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { kRoot, launch, makeReport, open, run, scratch, stagePixels, timeOf, until, type Opened } from "./browser";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

describe("a run with --verify", () => {
  let opened: Opened;
  before(async () => {
    opened = await open(browser, makeReport("verified", "docs/examples/swing.yaml", ["--verify", "--step", "0.05"]));
  });
  after(() => opened.close());

  test("the accuracy stands beside the verdict and in the certificate", async () => {
    const { page } = opened;
    assert.match((await page.locator(".chip.accuracy").textContent())!, /^motion \u00b1 .* m$/);
    const row = page.locator(".findings li", { hasText: "Motion, estimated error" });
    assert.match((await row.textContent())!, /order|not converged/);
    assert.doesNotMatch((await row.getAttribute("class"))!, /good|unknown/, "centimetres are not good");
  });

  test("lines have bands, their legend the error, and the motion a chart", async () => {
    const { page } = opened;
    const chart = page.locator('.chart[data-panel="Positions"]');
    assert.match((await chart.locator(".legend .value").first().textContent())!, /\u00b1/);
    assert.match((await chart.locator(".error-note").textContent())!, /^estimated error at most .* m$/);
    assert.equal(await page.locator('.chart[data-panel="Estimated error of the motion"]').count(), 1);
    // The band is wide here: hiding the line takes its pixels away too.
    const filled = () => chart.locator("canvas").first().evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      let faint = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 40 && data[i] < 110) ++faint;
      return faint;
    });
    const before = await filled();
    for (const button of await chart.locator(".legend button").all()) await button.click();
    await until(async () => (await filled()) < 0.5 * before);
  });
});

describe("slider-crank", () => {
  let report: string;
  let opened: Opened;
  before(async () => {
    report = makeReport("slider_crank", "models/braun_slider_crank.yaml");
    opened = await open(browser, report);
  });
  after(() => opened.close());

  test("title, status and certificate are there", async () => {
    const { page } = opened;
    assert.match(await page.title(), /braun_slider_crank/);
    assert.match((await page.locator(".chip[role=status]").textContent())!, /completed, invariants kept/);
    assert.equal(await page.locator(".chip.accuracy.unknown").textContent(), "accuracy not estimated");
    const rows = await page.locator(".findings li").allTextContents();
    assert.ok(rows.some((row) => /Constraints, positions.*holds at round-off/.test(row)), rows.join("\n"));
    assert.ok(rows.some((row) => /Energy balance.*holds at round-off/.test(row)));
    assert.equal(await page.locator(".findings li.bad").count(), 0);
  });

  test("the model and the command are as they were given", async () => {
    const { page } = opened;
    const text = readFileSync(join(kRoot, "models/braun_slider_crank.yaml"), "utf8");
    assert.equal(await page.locator(".source details code").evaluate((code) => code.textContent), text);
    assert.match((await page.locator(".command code").textContent())!, /^invar run models\/braun_slider_crank\.yaml --report/);
  });

  test("it stands still for readers who want no motion, until they play", async () => {
    const { page } = opened;
    assert.equal(await timeOf(page), 0);
    const first = await stagePixels(page);
    await page.getByRole("button", { name: "Play" }).click();
    await until(async () => (await timeOf(page)) > 0.3);
    await page.getByRole("button", { name: "Pause" }).click();
    const time = await timeOf(page);
    assert.notDeepEqual(await stagePixels(page), first, "pixels move");
    await page.waitForTimeout(150);
    assert.equal(await timeOf(page), time, "pause holds");
  });

  test("scrubbing moves picture and charts to the same time", async () => {
    const { page } = opened;
    await page.locator(".scrub").fill("50");
    const before = await stagePixels(page);
    const value = page.locator('.chart[data-panel="Angles"] .legend .value').first();
    const shown = Number((await value.textContent())!.replace("\u2212", "-"));
    await page.locator(".scrub").fill("50.45");
    assert.notDeepEqual(await stagePixels(page), before);
    assert.notEqual(Number((await value.textContent())!.replace("\u2212", "-")), shown);
    assert.match((await page.locator(".time").textContent())!, /^50\.45/);
  });

  test("keys play, step and jump", async () => {
    const { page } = opened;
    await page.locator("h1").click();
    await page.keyboard.press("Home");
    assert.equal(await timeOf(page), 0);
    await page.keyboard.press("ArrowRight");
    const one = await timeOf(page);
    assert.ok(one > 0 && one < 0.1, `one frame is ${one} s`);
    await page.keyboard.press("Shift+ArrowRight");
    assert.ok(Math.abs((await timeOf(page)) - 11 * one) < 1e-6);
    await page.keyboard.press("End");
    assert.equal(await timeOf(page), 100);
    await page.keyboard.press("Space");
    await page.locator('.player [aria-label="Pause"]').waitFor();
    await page.keyboard.press("Space");
    await page.locator('.player [aria-label="Play"]').waitFor();
  });

  test("the charts carry the data of the run", async () => {
    const { page } = opened;
    const file = scratch("slider.csv");
    run(["run", "models/braun_slider_crank.yaml", "--out", file, "--quiet"]);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    const download = page.waitForEvent("download");
    await page.locator(".charts > .bar").getByRole("button", { name: "CSV" }).click();
    const table = readFileSync(await (await download).path(), "utf8").trim().split("\n");
    assert.equal(table.length, lines.length, "every step");
    const column = (all: string[], name: string) => {
      const k = all[0].split(",").indexOf(name);
      return all.slice(1).map((line) => Number(line.split(",")[k]));
    };
    for (const name of ["t", "slider.position.x", "crank.angle", "energy.total"]) {
      assert.deepEqual(column(table, name), column(lines, name), name);
    }
    const panels = await page.locator(".chart h3").allTextContents();
    for (const title of ["Positions", "Angles", "Energy", "Error of the energy balance", "Constraint residuals"]) {
      assert.ok(panels.includes(title), `${title} in ${panels}`);
    }
  });

  test("a line of the legend hides and comes back", async () => {
    const { page } = opened;
    const chart = page.locator('.chart[data-panel="Energy"]');
    await chart.scrollIntoViewIfNeeded();
    const button = chart.locator(".legend button").first();
    const plot = chart.locator("canvas");
    const all = await plot.screenshot();
    await button.click();
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    await page.mouse.move(5, 5);
    await until(async () => !(await plot.screenshot()).equals(all));
    await button.click();
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    await page.mouse.move(5, 5);
    await until(async () => (await plot.screenshot()).equals(all));
  });

  test("dragging in a chart zooms all, a double click shows all again, a click moves the time", async () => {
    const { page } = opened;
    const over = page.locator('.chart[data-panel="Angles"] .u-over');
    await over.scrollIntoViewIfNeeded();
    await page.locator(".scrub").fill("0");
    const box = (await over.boundingBox())!;
    const other = page.locator('.chart[data-panel="Energy"] canvas');
    const before = await other.screenshot();
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.getByRole("button", { name: "Whole run" }).waitFor();
    await until(async () => !(await other.screenshot()).equals(before));
    await over.scrollIntoViewIfNeeded();
    const box2 = (await over.boundingBox())!;
    await page.mouse.click(box2.x + 0.5 * box2.width, box2.y + 60);
    const time = await timeOf(page);
    assert.ok(time > 35 && time < 45, `the middle of 30 to 50 s, not ${time}`);
    await page.getByRole("button", { name: "Whole run" }).click();
    await over.scrollIntoViewIfNeeded();
    const box3 = (await over.boundingBox())!;
    await page.mouse.click(box3.x + 0.75 * box3.width, box3.y + 60);
    assert.ok(Math.abs((await timeOf(page)) - 75) < 1);
  });

  test("charts zoom and come back without a pointer", async () => {
    const { page } = opened;
    await page.locator(".scrub").fill("50");
    await page.mouse.move(1, 1); // over a chart it would draw a line
    const plot = page.locator('.chart[data-panel="Energy"] canvas');
    // Always at the same place of the window: parts of pixels at its edge differ otherwise.
    const picture = async () => {
      await plot.evaluate((canvas) => canvas.scrollIntoView({ block: "center" }));
      return plot.screenshot();
    };
    const all = await picture();
    await page.getByRole("button", { name: "Zoom in" }).focus();
    await page.keyboard.press("Enter");
    await until(async () => !(await picture()).equals(all));
    await page.getByRole("button", { name: "Whole run" }).focus();
    await page.keyboard.press("Enter");
    await until(async () => (await picture()).equals(all));
    assert.match((await page.locator('.chart[data-panel="Angles"] .plot').getAttribute("aria-label"))!, /^Chart over time: Angles in rad; crank\.angle from .* to /);
  });

  test("light and dark differ in page and picture", async () => {
    const { page } = opened;
    const color = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [light, stage] = [await color(), await stagePixels(page)];
    await page.getByRole("button", { name: "Light or dark" }).click();
    assert.notEqual(await color(), light);
    assert.notDeepEqual(await stagePixels(page), stage);
    await page.getByRole("button", { name: "Light or dark" }).click();
    assert.equal(await color(), light);
  });

  test("following a body, tracing a point and arrows change the picture", async () => {
    const { page } = opened;
    await page.locator(".scrub").fill("1");
    let last = await stagePixels(page);
    const changed = async (what: string) => {
      const now = await stagePixels(page);
      assert.notDeepEqual(now, last, what);
      last = now;
    };
    await page.locator(".tools").getByLabel("Follow").selectOption("rod");
    await changed("follow");
    await page.locator(".tools").getByLabel("Trace").selectOption("knee");
    await changed("trace");
    for (const name of ["Forces", "Frames", "Joint axes", "Names"]) {
      await page.locator(".tools").getByLabel(name).check();
      if (name !== "Names") await changed(name);
    }
    assert.ok((await page.locator(".label").count()) > 0);
    for (const name of ["Front", "Side", "Top", "Fit"]) {
      await page.locator(".views").getByRole("button", { name }).click();
      await changed(name);
    }
  });

  test("dragging turns the picture, the wheel zooms", async () => {
    const { page } = opened;
    const box = (await page.locator(".stage").boundingBox())!;
    const before = await stagePixels(page);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2 + 30, { steps: 4 });
    await page.mouse.up();
    const turned = await stagePixels(page);
    assert.notDeepEqual(turned, before);
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(100);
    assert.notDeepEqual(await stagePixels(page), turned);
  });

  test("no errors, no warnings, no requests", () => assert.deepEqual(opened.problems, []));
});
