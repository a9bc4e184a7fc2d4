// The page: reads the data that stands in it and shows one run, many as a gallery, or a document with charts.
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { decode, isDocument, isGallery, readData } from "./data";
import { buildDocument } from "./document";
import { el } from "./dom";
import { buildGallery } from "./gallery/gallery";
import { buildReport } from "./report";

try {
  const data = readData(document);
  if (isGallery(data)) buildGallery(data);
  else if (isDocument(data)) buildDocument(data);
  else buildReport(decode(data));
} catch (error) {
  document.getElementById("page")!.replaceChildren(
    el("p", { class: "card message", role: "alert" }, `This report cannot be shown: ${error instanceof Error ? error.message : error}`));
  throw error;
}
