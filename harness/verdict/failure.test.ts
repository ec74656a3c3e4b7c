import { expect, test } from "vitest";
import { LabError } from "./failure.ts";

test("lab error: its message says what happened, why, and what to do", () => {
  const error = new LabError("No server.", { why: "There is none.", next: "Start one.", exitCode: 2, cause: "c" });
  expect(error.message).toBe("No server.\n  why:  There is none.\n  next: Start one.");
  expect(error).toMatchObject({ name: "LabError", exitCode: 2, cause: "c" });
});
