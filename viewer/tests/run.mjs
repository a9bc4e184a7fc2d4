// Compiles the tests and runs them with node's own runner; its exit code is the result, the last lines are totals.
//
//   npm test                     all
//   npm test -- charts           only files whose name contains the word
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "node_modules", ".tests");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const words = process.argv.slice(2);
const names = readdirSync(here)
  .filter((name) => name.endsWith(".test.ts") && (words.length === 0 || words.some((word) => name.includes(word))));
await build({
  entryPoints: names.map((name) => join(here, name)),
  outdir: out, bundle: true, platform: "node", format: "esm", target: "node18", packages: "external",
  outExtension: { ".js": ".mjs" }, logLevel: "warning",
});

// Files are tested side by side, as many as there are cores; what node says of each is shown in one piece.
const summary = /^# (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /;
const totals = new Map();
let failed = false;
async function testOne(name) {
  const child = spawn(process.execPath, ["--test", "--test-reporter=tap", join(out, name.replace(/\.ts$/, ".mjs"))], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (piece) => (text += piece));
  const code = await new Promise((done) => child.on("close", done));
  failed ||= code !== 0;
  for (const line of text.split("\n")) {
    const found = summary.exec(line);
    if (!found) continue;
    const value = Number(line.slice(found[0].length));
    totals.set(found[1], found[1] === "duration_ms" ? Math.max(totals.get("duration_ms") ?? 0, value) : (totals.get(found[1]) ?? 0) + value);
  }
  process.stdout.write(text.split("\n").filter((line) => !summary.test(line)).join("\n"));
}
const queue = [...names];
const work = async () => {
  for (let name = queue.shift(); name; name = queue.shift()) await testOne(name);
};
await Promise.all(Array.from({ length: cpus().length }, work));
for (const [key, value] of totals) console.log(`# ${key} ${value}`);
process.exit(failed || !totals.get("pass") ? 1 : 0);
