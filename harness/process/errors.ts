/**
 * Errors between processes. What code reads of one goes along: name, message, plain fields (SQLSTATE, constraint) and
 * cause. An error that comes back to the process that told of it is the same object there again.
 */

type Plain = string | number | boolean;

export interface ToldError {
  readonly name: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, Plain>>;
  readonly cause?: ToldError;
  /** The number that whoever told of it first knows it by. */
  readonly origin?: number;
}

export class Errors {
  /** Errors of this process that were told, by number. */
  readonly #told: Error[] = [];
  /** Errors of the other process, with its numbers for them. */
  readonly #theirs = new WeakMap<Error, number>();

  /** @param thrown whatever was thrown. */
  tell(thrown: unknown): ToldError {
    const error = thrown instanceof Error ? thrown : new Error(JSON.stringify(thrown));
    const fields = Object.entries(error).filter(([, field]) => isPlain(field)) as [string, Plain][];
    const origin = this.#theirs.get(error);
    return {
      name: error.name,
      message: error.message,
      fields: Object.fromEntries(fields),
      ...(error.cause === undefined ? {} : { cause: this.tell(error.cause) }),
      ...(origin === undefined ? {} : { origin }),
    };
  }

  /** A value, with the errors in it told. */
  tellIn(value: unknown): unknown {
    return value instanceof Error ? { [marker]: this.tell(value) } : within(value, (part) => this.tellIn(part));
  }

  /** A value that was told, with its errors heard. */
  hearIn(value: unknown): unknown {
    const told = isRecord(value) ? value[marker] : undefined;
    return told === undefined ? within(value, (part) => this.hearIn(part)) : this.hear(told as ToldError);
  }

  /** Tells of an error that may come back. */
  send(thrown: unknown): ToldError {
    const told = this.tell(thrown);
    if (!(thrown instanceof Error)) return told;
    this.#told.push(thrown);
    return { ...told, origin: this.#told.length - 1 };
  }

  /** An error that was sent by the other process. */
  receive(told: ToldError): Error {
    const error = made(told);
    if (told.origin !== undefined) this.#theirs.set(error, told.origin);
    return error;
  }

  /** An error that the other process tells of, whoever's it was first. */
  hear(told: ToldError): Error {
    const own = told.origin === undefined ? undefined : this.#told[told.origin];
    if (own !== undefined) return own;
    const { cause, ...rest } = told;
    return made(rest, cause === undefined ? undefined : this.hear(cause));
  }
}

const marker = "an error that was told";

/** The same value, its parts changed. */
function within(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isPlain(field: unknown): boolean {
  return typeof field === "string" || typeof field === "number" || typeof field === "boolean";
}

function made({ name, message, fields }: ToldError, cause?: Error): Error {
  const error = new Error(message, cause === undefined ? {} : { cause });
  return Object.assign(error, fields, { name });
}
