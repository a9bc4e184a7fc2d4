// Compiles the tests and runs them with node's own runner; its exit code is the result.
//
//   npm test                     all
//   npm test -- charts           only files whose name contains the word
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
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
const files = names.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
process.exit(spawnSync(process.execPath, ["--test", "--test-reporter=tap", ...files], { stdio: "inherit" }).status ?? 1);
