/**
 * What can happen and how often it did, in words: the block that ends every summary. What never happened is named, because
 * nothing that was found says anything about it.
 */
import { timesOf, type Catalogue, type Happened, type Seen, type Times } from "../verdict/happened.ts";

const width = 118;
const indent = " ".repeat(4);

/** Empty when nothing was counted: then nothing of the kind could happen. Else the last line is empty. */
export function renderHappened(happened: Happened, catalogue: Catalogue): readonly string[] {
  if (isEmpty(happened.shipped) && isEmpty(happened.wrong)) return [];
  const head = "what can happen, and how often it did";
  return [
    isEmpty(happened.wrong) ? head : `${head} (+: in runs with a wrong part besides)`,
    ...Object.entries(timesOf(happened, catalogue)).flatMap(([family, all]) =>
      renderFamily(family, all, catalogue[family]?.length || all.length),
    ),
    "",
  ];
}

function renderFamily(family: string, all: readonly Times[], known: number): readonly string[] {
  const seen = all.filter(({ times, withWrongPart }) => times + withWrongPart > 0);
  const byItself = all.filter(({ times }) => times > 0).length;
  const never = all.filter((one) => !seen.includes(one)).map(({ name }) => name);
  const more = seen.length === byItself ? "" : `, and ${seen.length - byItself} with a wrong part only`;
  return [
    `  ${family}: ${byItself} of ${known}${more}`,
    ...wrapped(seen.map(counted)),
    ...(never.length === 0 ? [] : wrapped(never, "never, so all about it is unknown: ")),
  ];
}

/** `PAID 12`, `PAID 12+3`. */
function counted({ name, times, withWrongPart }: Times): string {
  return `${name} ${times}${withWrongPart === 0 ? "" : `+${withWrongPart}`}`;
}

/** A list in lines of a page's width, none cut within an item. */
function wrapped(items: readonly string[], head = ""): readonly string[] {
  const lines: string[] = [];
  let line = `${indent}${head}`;
  items.forEach((item, nth) => {
    const text = nth < items.length - 1 ? `${item}; ` : item; // Some names have a comma.
    if (line.trim() !== "" && line.length + text.trimEnd().length > width) {
      lines.push(line.trimEnd());
      line = head === "" ? indent : `${indent}  `;
    }
    line += text;
  });
  return items.length === 0 ? [] : [...lines, line];
}

function isEmpty(seen: Seen): boolean {
  return Object.keys(seen).length === 0;
}
