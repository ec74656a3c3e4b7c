/** Messages and what they are called. A message is known by what it is about, never by its position in a trace. */

/** `{ kind: "callback", about: "ord-0003", nth: 2, nthOfKind: 7 }`: the second callback of ord-0003. */
export interface MessageName {
  readonly kind: string;
  readonly about: string;
  readonly nth: number;
  /** Which of its kind it is, whoever it is about. */
  readonly nthOfKind: number;
}

/** Says what a request is and whom it is about; the network counts which one of its kind it is. */
export type NameMessage = (request: WireRequest) => { readonly kind: string; readonly about: string };

/** A request as it lies in the network: plain data. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

export interface WireReply {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

export function messageLabel(name: Omit<MessageName, "nthOfKind">): string {
  return `${name.kind} ${name.about}${name.nth === 1 ? "" : ` #${name.nth}`}`;
}

export async function toWire(request: Request): Promise<WireRequest> {
  const body = request.body === null ? "" : await request.text();
  return { method: request.method, url: new URL(request.url), headers: [...request.headers], body };
}

export function fromWire(wire: WireRequest): Request {
  const hasBody = wire.method !== "GET" && wire.method !== "HEAD";
  return new Request(wire.url, {
    method: wire.method,
    headers: wire.headers.map(([name, value]): [string, string] => [name, value]),
    ...(hasBody ? { body: wire.body } : {}),
  });
}

export async function replyToWire(reply: Response): Promise<WireReply> {
  return { status: reply.status, headers: [...reply.headers], body: await reply.text() };
}

export function replyFromWire(wire: WireReply): Response {
  const bare = wire.status === 204 || wire.status === 304;
  return new Response(bare ? null : wire.body, {
    status: wire.status,
    headers: wire.headers.map(([name, value]): [string, string] => [name, value]),
  });
}
