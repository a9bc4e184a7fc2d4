// Builds the page and puts script and style into it, so that the result is one file without any reference outward.
import { defineConfig, type Plugin } from "vite";

// Text inside <script> and <style> must not end the element.
const safe = (text: string, element: string) => text.replace(new RegExp(`</${element}`, "gi"), `<\\/${element}`);

function inlineEverything(): Plugin {
  return {
    name: "inline-everything",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = Object.values(bundle).find((item) => item.fileName.endsWith(".html"));
      if (!page || page.type !== "asset") throw new Error("no page in the bundle");
      let html = String(page.source);
      for (const [name, item] of Object.entries(bundle)) {
        if (item === page) continue;
        const reference = new RegExp(`<(script|link)[^>]*(src|href)="[^"]*${item.fileName}"[^>]*>(</script>)?`);
        if (!reference.test(html)) throw new Error(`the page does not refer to ${item.fileName}`);
        if (item.type === "chunk") {
          // Behind the data that it reads: a classic script runs where it stands.
          html = html.replace(reference, "");
          html = html.replace("</body>", () => `<script>${safe(item.code.trim(), "script")}</script>\n</body>`);
        } else {
          html = html.replace(reference, () => `<style>${safe(String(item.source).trim(), "style")}</style>`);
        }
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [inlineEverything()],
  build: {
    target: "es2020",
    outDir: process.env.INVAR_VIEWER_OUT ?? "dist",
    emptyOutDir: false,
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1_000_000,
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    rollupOptions: {
      input: "report.html",
      output: { format: "iife", inlineDynamicImports: true },
    },
  },
  logLevel: "warn",
});
