/** Lines of the story for people. A timeline is told from the books, when the world has come to rest. */

import type { Line as ShownLine } from "../verdict/result.ts";
import type { End } from "./books.ts";

export type Line = ShownLine | { readonly label: "timeline"; readonly order: string };

export function shownLine(line: Line, end: End): ShownLine {
  return "order" in line ? { label: "timeline", text: timeline(line.order, end) } : line;
}

/** `ord-0001: [-->CREATED v1 create] [CREATED->PAYING v2 pay] …` */
function timeline(order: string, end: End): string {
  const moves = end.transitions.filter((move) => move.orderId === order);
  const told = moves.map((move) => `[${move.from ?? "-"}->${move.to} v${move.version} ${move.cause}]`);
  return `${order}: ${told.join(" ")}`;
}
