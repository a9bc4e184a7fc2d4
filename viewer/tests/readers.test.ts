// Pages of other models and of other commands, and other readers: large models, no WebGL, phones, screen readers.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { kRoot, launch, makeReport, open, run, scratch, stagePixels, timeOf, until, type Opened } from "./browser";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("forces and torques of drives are shown, each in a scale of its own", async () => {
  const { page, problems, close } = await open(browser, makeReport("snakeboard", "models/snakeboard.yaml"));
  await page.locator(".scrub").fill("1.3");
  const before = await stagePixels(page);
  await page.locator(".tools").getByLabel("Forces").check();
  assert.notDeepEqual(await stagePixels(page), before);
  assert.match((await page.locator(".stage-legend").textContent())!, /largest force 0\.\d+ N.*largest torque 0\.\d+ N m/);
  assert.deepEqual(problems, []);
  await close();
});

describe("forty four-bars", () => {
  let opened: Opened;
  before(async () => {
    opened = await open(browser, makeReport("n_four_bar", "models/n_four_bar.yaml", ["--set", "N=40"]), { still: false });
  });
  after(() => opened.close());

  test("plays by itself, with a page that can be mailed", async () => {
    const { page } = opened;
    await until(async () => (await timeOf(page)) > 0.2);
    const size = readFileSync(scratch("n_four_bar.html")).length;
    assert.ok(size < 6e6, `${size} bytes`);
  });

  test("a frame is computed in a small part of its time", async () => {
    // The drawing itself is the graphics card's; what the page does for it is measured here.
    const { page } = opened;
    await page.getByRole("button", { name: "Pause" }).click();
    const milliseconds = await page.evaluate(async () => {
      const scrub = document.querySelector<HTMLInputElement>(".scrub")!;
      const began = performance.now();
      for (let i = 0; i < 200; ++i) {
        scrub.value = String(0.05 * i);
        scrub.dispatchEvent(new Event("input"));
      }
      return (performance.now() - began) / 200;
    });
    assert.ok(milliseconds < 8, `${milliseconds} ms`);
  });

  test("rods are colored by tension", async () => {
    const { page } = opened;
    const before = await stagePixels(page);
    await page.locator(".tools").getByLabel("Color").selectOption("tension");
    assert.notDeepEqual(await stagePixels(page), before);
    assert.match((await page.locator(".ramp").textContent())!, /N$/);
  });

  test("no errors, no warnings, no requests", () => assert.deepEqual(opened.problems, []));
});

describe("other readers", () => {
  test("without WebGL the page says so, draws lines and keeps its charts", async () => {
    const plain = await launch(false);
    try {
      const { page } = await open(plain, makeReport("plain", "models/excavator.yaml"));
      assert.match((await page.locator(".notice").textContent())!, /no WebGL/);
      const before = await stagePixels(page);
      await page.locator(".scrub").fill("3");
      assert.notDeepEqual(await stagePixels(page), before);
      assert.ok((await page.locator(".chart canvas").count()) >= 4);
    } finally {
      await plain.close();
    }
  });

  test("a phone shows one column without sideways scrolling", async () => {
    const { page, close } = await open(browser, makeReport("phone", "models/heavy_top.yaml"), { width: 390, height: 844 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} px`);
    await close();
  });

  test("every control has a name for screen readers", async () => {
    const { page, close } = await open(browser, makeReport("names", "models/stewart_platform.yaml"));
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, select, input")]
      .filter((e) => !(e.getAttribute("aria-label") || e.textContent?.trim() || e.closest("label")?.textContent?.trim()))
      .map((e) => e.outerHTML));
    assert.deepEqual(nameless, []);
    await close();
  });

  test("a model that talks like a web page stays text", async () => {
    const file = scratch("strange.yaml");
    const text = readFileSync(join(kRoot, "docs/examples/swing.yaml"), "utf8");
    writeFileSync(file, `# </script><script>document.title = "broken"</script> <!-- {{INVAR_REPORT}} & \u2028 "\n${text}`);
    const { page, problems, close } = await open(browser, makeReport("strange", file));
    assert.match(await page.title(), /swing/);
    assert.match((await page.locator(".source details code").textContent())!, /^# <\/script><script>document\.title/);
    assert.deepEqual(problems, []);
    await close();
  });

  test("a run that stopped early says where, in red", async () => {
    const file = scratch("stops.yaml");
    const text = readFileSync(join(kRoot, "docs/examples/swing.yaml"), "utf8");
    writeFileSync(file, `${text}forces: {push: {type: applied_force, on: bob, force: [0, 0, "sqrt(0.5 - t)"]}}\n`);
    const report = makeReport("stops", file, [], 3);
    const { page, problems, close } = await open(browser, report);
    assert.match((await page.locator(".chip.bad").textContent())!, /stopped at/);
    assert.ok(await page.locator(".message").isVisible());
    assert.deepEqual(problems, []);
    await close();
  });

  test("a page made from a stored result shows the same", async () => {
    const result = scratch("bicycle.h5");
    run(["run", "models/bicycle.yaml", "--out", result, "--quiet"]);
    run(["view", result]);
    const { page, problems, close } = await open(browser, scratch("bicycle.html"));
    assert.match(await page.title(), /bicycle/);
    assert.equal(await page.locator(".tools").getByLabel("Follow").inputValue(), "frame", "a mechanism that travels is followed");
    assert.deepEqual(problems, []);
    await close();
  });
});
