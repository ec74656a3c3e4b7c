/**
 * What the code may not say, and what it says instead. Used by eslint.config.js for TypeScript and by bans.test.ts for
 * the SQL files. The lab replays a run from its seed; each ban closes a door through which something else than the
 * seed could decide: the machine's clock, the server's clock, a random source, a timer, state shared between hosts.
 */

/** @typedef {{ readonly selector: string, readonly message: string }} SyntaxBan */
/** @typedef {{ readonly pattern: RegExp, readonly message: string }} SqlBan */

/** Clocks, timers and the environment. `src/main.ts` holds the real adapters, so only there they are at home.
 * @type {readonly SyntaxBan[]} */
export const worldBans = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: "Date.now: use clock.nowMs(), or db_now() where a deadline is decided.",
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "new Date() without argument: use new Date(clock.nowMs()).",
  },
  { selector: "CallExpression[callee.name='Date']", message: "Date(): use new Date(clock.nowMs())." },
  {
    selector: "MemberExpression[object.name='performance']",
    message: "performance.now: use clock.nowMs().",
  },
  {
    selector: "MemberExpression[object.name='process'][property.name=/^(hrtime|uptime)$/]",
    message: "process.hrtime: use clock.nowMs().",
  },
  {
    selector: "Identifier[name=/^(setTimeout|setInterval|setImmediate)$/]",
    message: "setTimeout, setInterval, setImmediate: use clock.sleep(ms).",
  },
  {
    selector: "ImportDeclaration[source.value=/^(node:)?timers(\\u002Fpromises)?$/]",
    message: "timers/promises: use clock.sleep(ms).",
  },
  {
    selector: "MemberExpression[object.name='AbortSignal'][property.name='timeout']",
    message: "AbortSignal.timeout: pass timeoutMs to the fetch port.",
  },
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: "process.env: take it as a parameter; src/main.ts alone reads the environment.",
  },
  {
    selector: "ImportDeclaration[source.value=/^(node:)?process$/]",
    message: "node:process: take what you need as a parameter; src/main.ts alone reads the environment.",
  },
];

/** Random sources and state shared between hosts that run in one process. They are at home nowhere in src.
 * @type {readonly SyntaxBan[]} */
export const seedBans = [
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: "Math.random: derive the value from the request or the order, or take it as a parameter.",
  },
  {
    selector: "Identifier[name=/^(randomUUID|randomBytes|randomInt|getRandomValues)$/]",
    message: "randomUUID and its kin: use a sequence, or a key derived from the order (rf-<order_id>).",
  },
  {
    selector: "Program > VariableDeclaration[kind=/^(let|var)$/]",
    message: "let at module level: hosts share modules, so keep the state in what createShop returns.",
  },
  {
    selector: "Program > ExportNamedDeclaration > VariableDeclaration[kind=/^(let|var)$/]",
    message: "let at module level: hosts share modules, so keep the state in what createShop returns.",
  },
  {
    selector:
      ":matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(Map|Set|WeakMap|WeakSet)$/][arguments.length=0]",
    message: "empty Map or Set at module level: hosts share modules, so keep the state in what createShop returns.",
  },
];

/** In SQL: the server's clock and random sources. `db_now()` is the one clock, defined in `src/schema/clock.sql`.
 * @type {readonly SqlBan[]} */
export const sqlBans = [
  { pattern: /\bnow\s*\(/i, message: "now(): use db_now(); transaction time is stale after a lock wait." },
  {
    pattern: /\bcurrent_(timestamp|date|time)\b|\blocal(timestamp|time)\b|\btransaction_timestamp\b/i,
    message: "CURRENT_TIMESTAMP and its kin: use db_now(); transaction time is stale after a lock wait.",
  },
  {
    pattern: /\bstatement_timestamp\b|\bclock_timestamp\b|\btimeofday\s*\(/i,
    message: "statement_timestamp(), clock_timestamp(): use db_now(), the one clock the lab can set.",
  },
  { pattern: /'(now|today|tomorrow|yesterday)'/i, message: "'now' as a literal: use db_now()." },
  {
    pattern: /\brandom(_normal)?\s*\(|\bsetseed\s*\(/i,
    message: "SQL random(): ORDER BY a unique key, or take the value as a parameter.",
  },
  {
    pattern: /\bgen_random_(uuid|bytes)\b|\buuid_generate_v\d|\buuidv[47]\s*\(/i,
    message: "gen_random_uuid(): use a sequence, or a key derived from the order.",
  },
];

/** The same, for SQL inside string and template literals.
 * @type {readonly SyntaxBan[]} */
export const sqlInTextBans = sqlBans.flatMap(({ pattern, message }) => [
  { selector: `Literal[value=${String(pattern)}]`, message },
  { selector: `TemplateElement[value.raw=${String(pattern)}]`, message },
]);

/** One way for imports: scenarios → harness → src; also for `await import(…)`.
 * @param {string} folders @param {string} message @returns {SyntaxBan} */
export const lazyImportBan = (folders, message) => ({
  selector: `ImportExpression[source.value=/(^|\\u002F)(${folders})\\u002F/]`,
  message,
});
