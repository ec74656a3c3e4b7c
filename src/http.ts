/** JSON over Request and Response: reading what came in at the door, and asking a neighbour something. */
import type { ZodType } from "zod";
import { NoAnswer, type Fetch } from "./ports.ts";

/** What came of a question. Only `reply` says anything about what the neighbour did. */
export type Heard<T> =
  | { readonly heard: "reply"; readonly status: number; readonly body: T }
  | { readonly heard: "nothing"; readonly why: NoAnswer["why"] }
  | { readonly heard: "nonsense"; readonly detail: string };

/**
 * Sends a request and reads its reply by a schema. A reply that does not fit it counts as nonsense, and so does every
 * 5xx: a server that failed does not know what it did.
 */
export async function ask<T>(
  fetch: Fetch,
  request: Request,
  bound: { readonly timeoutMs: number },
  schema: ZodType<T>,
): Promise<Heard<T>> {
  let response: Response;
  try {
    response = await fetch(request, bound);
  } catch (error) {
    if (error instanceof NoAnswer) return { heard: "nothing", why: error.why };
    throw error;
  }
  const body = schema.safeParse(await jsonOrUndefined(response));
  if (!body.success || response.status >= 500) {
    return { heard: "nonsense", detail: `status ${response.status} with a body outside the contract` };
  }
  return { heard: "reply", status: response.status, body: body.data };
}

export function get(url: string): Request {
  return new Request(url);
}

export function post(url: string, body: unknown): Request {
  return new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

export type Received<T> =
  { readonly valid: true; readonly value: T } | { readonly valid: false; readonly problems: readonly string[] };

/** Reads a request's body by a schema; every problem is named by its place. */
export async function receive<T>(request: Request, schema: ZodType<T>): Promise<Received<T>> {
  return readBy(schema, await jsonOrUndefined(request), "body");
}

/** @param whole what a problem of the whole is called. */
export function readBy<T>(schema: ZodType<T>, value: unknown, whole: string): Received<T> {
  const read = schema.safeParse(value);
  if (read.success) return { valid: true, value: read.data };
  return {
    valid: false,
    problems: read.error.issues.map((issue) => `${issue.path.join(".") || whole}: ${issue.message}`),
  };
}

/** Undefined stands for a body that is no JSON: no schema here accepts it. */
export async function jsonOrUndefined(message: Request | Response): Promise<unknown> {
  try {
    return await message.json();
  } catch {
    return undefined;
  }
}
