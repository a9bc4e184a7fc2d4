// Pages of vehicles and of runs that keep less than they should: road, wheels and tyre forces; steps and iterations; which
// joint was worst and when; moving the picture sideways.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { launch, makeReport, open, stagePixels, timeOf, until, type Opened } from "./browser";

let browser: Browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

describe("car on a road with a bump", () => {
  let opened: Opened;
  before(async () => {
    opened = await open(browser, makeReport("iltis", "models/dopico_iltis_rough.yaml", ["--end", "3"]));
  });
  after(() => opened.close());

  test("road, four wheels and an arrow for each tyre are drawn", async () => {
    const drawing = await opened.page.evaluate(() => JSON.parse(document.getElementById("invar-report")!.textContent!).drawing);
    const of = (kind: string, part: RegExp) => drawing.primitives.filter((p: { kind: string; part: string }) => p.kind === kind && part.test(p.part));
    assert.ok(of("wheel", /./).length >= 4, "wheels");
    assert.equal(new Set(of("arrow", /^tyre_/).map((p: { part: string }) => p.part)).size, 4, "tyres");
    assert.ok(drawing.primitives.some((p: { role: string; part: string }) => p.role === "ground" && /left|right|road/.test(p.part)), "road");
  });

  test("tyre forces change the picture and are named", async () => {
    const { page } = opened;
    await page.locator(".scrub").fill("2.5");
    const before = await stagePixels(page);
    await page.locator(".tools").getByLabel("Forces").check();
    assert.notDeepEqual(await stagePixels(page), before);
    const force = Number(/largest force ([\d.e]+) N/.exec((await page.locator(".stage-legend").textContent())!)![1]);
    // The car weighs some 15 kN; a wheel that lands on a step carries more than its quarter.
    assert.ok(force > 4e3 && force < 1e5, `${force} N`);
  });

  test("the wheels turn and the car moves on", async () => {
    const { page } = opened;
    await page.locator(".scrub").fill("1");
    const before = await stagePixels(page);
    await page.locator(".scrub").fill("1.03");
    assert.notDeepEqual(await stagePixels(page), before);
  });

  test("the iterations of the steps have a chart of their own", async () => {
    const { page } = opened;
    const chart = page.locator('.chart[data-panel="Step size and Newton iterations"]');
    await page.locator(".scrub").fill("2");
    assert.match((await chart.locator(".legend").textContent())!, /step size0\.005.*Newton iterations[1-9]/);
  });

  test("no errors, no warnings, no requests", () => assert.deepEqual(opened.problems, []));
});

test("steps of an adaptive run vary in their chart", async () => {
  const { page, problems, close } = await open(browser, makeReport("adaptive", "models/yoon_pendulum.yaml",
    ["--method", "explicit", "--option", "integrator=dop853", "--tolerance", "1e-8", "--max-step", "1", "--end", "6"]));
  const size = page.locator('.chart[data-panel="Step size and Newton iterations"] .legend button').first().locator(".value");
  const seen = new Set<string>();
  for (const time of ["1", "2", "3", "4", "5"]) {
    await page.locator(".scrub").fill(time);
    seen.add((await size.textContent())!);
  }
  assert.ok(seen.size > 2, [...seen].join(" "));
  assert.deepEqual(problems, []);
  await close();
});

describe("a run that leaves its constraints", () => {
  let opened: Opened;
  before(async () => {
    opened = await open(browser, makeReport("drift", "models/braun_slider_crank.yaml",
      ["--method", "explicit", "--option", "stabilization=baumgarte", "--option", "energy=none", "--option", "integrator=rk4", "--step", "0.02", "--end", "20"]));
  });
  after(() => opened.close());

  test("names the joint and jumps to the worst time, in amber or red", async () => {
    const { page } = opened;
    const row = page.locator(".findings li").filter({ hasText: "Constraints, positions" });
    assert.match((await row.getAttribute("class"))!, /fair|bad/);
    assert.match((await row.textContent())!, /worst constraint: \w+/);
    assert.equal(await page.locator(".chip.good").count(), 0);
    await row.getByRole("button").click();
    const time = await timeOf(page);
    assert.ok(time > 0 && time <= 20, `${time} s`);
    const value = page.locator('.chart[data-panel="Constraint residuals"] .legend .value').first();
    assert.ok(Number((await value.textContent())!.replace("\u2212", "-")) > 1e-10);
  });

  test("dragging with the right button moves the picture without turning it", async () => {
    const { page } = opened;
    const box = (await page.locator(".stage").boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const before = await stagePixels(page);
    await page.mouse.move(x, y);
    await page.mouse.down({ button: "right" });
    await page.mouse.move(x + 80, y + 20, { steps: 4 });
    await page.mouse.up({ button: "right" });
    await until(async () => !(await stagePixels(page)).equals(before));
    await page.locator(".views").getByRole("button", { name: "Fit" }).click();
    await until(async () => (await stagePixels(page)).equals(before));
  });

  test("no errors, no warnings, no requests", () => assert.deepEqual(opened.problems, []));
});
