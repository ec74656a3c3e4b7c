/** A run as JUnit XML: an experiment is a suite, a finding a case. Without times, so that it is the same every time. */
import { doubt } from "../../evidence/output.ts";
import { isDoubted, tally, type Run } from "../../evidence/run.ts";
import type { ExperimentResult, Finding } from "../../verdict/result.ts";

export function junit(run: Run): string {
  const { passed, failed, unknown, not_run } = tally(run);
  const tests = passed + failed + unknown + not_run;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="holdfast, seed ${run.seed}" tests="${tests}" failures="${failed}" errors="${unknown}" skipped="${not_run}">`,
    ...run.results.flatMap(suite),
    ...run.notRun.flatMap(({ id, title, findings }) => [
      `  <testsuite name="${xml(`${id} ${title}`)}" tests="${findings}" failures="0" errors="0" skipped="${findings}">`,
      ...Array.from(
        { length: findings },
        (_, index) =>
          `    <testcase classname="${xml(id)}" name="finding ${index + 1}"><skipped message="not run: interrupted"/></testcase>`,
      ),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

function suite(result: ExperimentResult): readonly string[] {
  const { verdict } = result;
  const whole: Finding = { kind: "expected", verdict, says: "the experiment as a whole", about: [doubt(result)] };
  const findings = isDoubted(result) ? [...result.findings, whole] : result.findings;
  const count = (wanted: Finding["verdict"]) => findings.filter(({ verdict }) => verdict === wanted).length;
  const counts = `tests="${findings.length}" failures="${count("breaks")}" errors="${count("unknown")}" skipped="0"`;
  return [
    `  <testsuite name="${xml(`${result.id} ${result.title}`)}" ${counts}>`,
    ...findings.map((finding) => testCase(result.id, finding)),
    "  </testsuite>",
  ];
}

/** An unknown is JUnit's error: it never passes. */
function testCase(id: string, { kind, verdict, says, about }: Finding): string {
  const head = `    <testcase classname="${xml(id)}" name="${xml(`${kind}: ${says}`)}"`;
  if (verdict === "holds") return `${head}/>`;
  const element = verdict === "breaks" ? "failure" : "error";
  return `${head}><${element} message="${xml(about[0] ?? "no more is known")}">${xml(about.join("\n"))}</${element}></testcase>`;
}

/** XML 1.0 has no place for most control characters, not even escaped. */
function xml(text: string): string {
  const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "?")
    .replaceAll(/[&<>"]/g, (c) => escapes[c]!);
}
