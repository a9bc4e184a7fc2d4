// Pages of other models and of other commands, and other readers: large models, no WebGL, phones, screen readers.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { kRoot, launch, makePage, makeReport, open, run, scratch, stagePixels, timeOf, until, type Opened } from "./browser";

// Milliseconds of the main thread for one frame while the page plays: script, styles, layout, and the calls that draw.
// Time of the processor, so that a busy machine does not count; the drawing itself is the graphics card's.
async function frameTime(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const seen = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find((metric) => metric.name === "TaskDuration")!.value;
  };
  const frames = (count: number) => page.evaluate((n) => new Promise<void>((done) => {
    const next = (left: number) => (left ? requestAnimationFrame(() => next(left - 1)) : done());
    next(n);
  }), count);
  await frames(3); // programs of the graphics card are made for the first frames
  const began = await seen();
  await frames(20);
  return (1000 * ((await seen()) - began)) / 20;
}

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

  test("a frame takes less than the time until the next one", async () => {
    assert.ok((await frameTime(opened.page)) < 16);
    await opened.page.getByRole("button", { name: "Pause" }).click();
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

describe("wind turbine of 62 nodes", () => {
  let opened: Opened;
  before(async () => {
    opened = await open(browser, makeReport("turbine", "models/bauchau_wind_turbine.yaml", ["--end", "2"]), { still: false });
  });
  after(() => opened.close());

  test("a frame takes less than the time until the next one", async () => {
    assert.ok((await frameTime(opened.page)) < 16);
    await opened.page.getByRole("button", { name: "Pause" }).click();
  });

  test("beams are painted by the quantity that the model names, energies have their strain", async () => {
    const { page } = opened;
    assert.equal(await page.locator(".tools").getByLabel("Color").inputValue(), "moment_2");
    assert.match((await page.locator(".ramp").textContent())!, /N m$/);
    assert.match((await page.locator('.chart[data-panel="Energy"] .legend').textContent())!, /strain \(part of potential\)/);
    const before = await stagePixels(page);
    await page.locator(".tools").getByLabel("Color").selectOption("");
    assert.notDeepEqual(await stagePixels(page), before);
  });

  test("no errors, no warnings, no requests", () => assert.deepEqual(opened.problems, []));
});

describe("pages of other commands", () => {
  test("modes are listed, and one that is pressed is shown alone", async () => {
    const { page, problems, close } = await open(browser, makePage("modes", "modes", "models/right_angle_cantilever.yaml", ["--number", "3"]));
    assert.equal(await page.locator(".chip").textContent(), "3 modes");
    assert.equal(await page.locator(".chart").count(), 0);
    const modes = page.locator(".mode");
    assert.match((await modes.first().textContent())!, /^mode 1.*Hz.*damping ratio 0/);
    await modes.nth(1).click();
    assert.equal(await modes.nth(1).getAttribute("aria-pressed"), "true");
    await page.locator('.player [aria-label="Pause"]').click();
    const time = await timeOf(page);
    assert.ok(time >= 2 && time < 4, `mode 2 is from 2 to 4 s, not at ${time}`);
    assert.equal(await page.locator(".time").textContent(), "mode 2");
    assert.match((await page.locator(".scrub").getAttribute("aria-valuetext"))!, /mode 2/);
    assert.deepEqual(problems, []);
    await close();
  });

  test("an equilibrium says whether it is stable", async () => {
    const { page, problems, close } = await open(browser, makePage("static", "static", "models/four_bar.yaml"));
    assert.equal(await page.locator(".chip.good").textContent(), "equilibrium, stable");
    assert.match((await page.locator(".certificate").textContent())!, /^Equilibrium.*Points of the path.*Potential energy/);
    assert.match((await page.locator(".time").textContent())!, /^point 0 of/);
    assert.deepEqual(problems, []);
    await close();
  });
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
