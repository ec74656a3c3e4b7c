/** What the server answers to a text, as far as a tester shows it, in the words of libpq. */

export interface ResultSet {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export type Answer =
  | { readonly kind: "notice"; readonly text: string }
  /** A table begins. */
  | { readonly kind: "columns" }
  /** A statement's end; `rows` when it returned a table. */
  | { readonly kind: "done"; readonly rows: ResultSet | undefined }
  | { readonly kind: "empty" }
  | { readonly kind: "error"; readonly text: string }
  /** It waits for data of the client's, or sends it some. */
  | { readonly kind: "copy" }
  | { readonly kind: "ready" };

/** A notice or an error as it comes over the wire. */
export interface Message {
  readonly severity?: string;
  readonly message?: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly internalQuery?: string;
}

/** What libpq says of a connection that ended without a word. */
export const closed =
  "server closed the connection unexpectedly\n" +
  "\tThis probably means the server terminated abnormally\n" +
  "\tbefore or while processing the request.\n";

export function errorText({ severity, message }: Message): string {
  return `${severity}:  ${message}`;
}

/** The context is left out, which libpq shows with errors only. */
export function noticeText({ severity, message, detail, hint, internalQuery }: Message): string {
  const further = { DETAIL: detail, HINT: hint, QUERY: internalQuery };
  const lines = Object.entries(further).map(([name, value]) => (value === undefined ? "" : `${name}:  ${value}\n`));
  return `${severity}:  ${message}\n${lines.join("")}`;
}

/** What the server was built or installed without, when that is what an error says: `extension "injection_points"`. */
export function lackIn(text: string): string | undefined {
  const [, extension, library] =
    /^ERROR: {2}(?:extension "(.*)" is not available|could not access file "(.*)": No such file)/.exec(text) ?? [];
  if (extension !== undefined) return `the extension "${extension}"`;
  return library === undefined ? undefined : `the library "${library}"`;
}
