/**
 * A PostgreSQL server in a container, for machines where the embedded one cannot run or cannot be signalled. The gate
 * works there through one shell inside the container. `testcontainers` is loaded only when somebody asks for this, and
 * it removes the container by itself when the lab is killed.
 */
import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { LabError } from "../../verdict/failure.ts";
import type { Server, Signals } from "../server.ts";
import type { Major } from "./binaries.ts";
import { whileOpen } from "./ending.ts";
import { serverSettings, sessionSettingsFor } from "./settings.ts";
import { SHELL_LOOP, signalsThrough } from "./shellSignals.ts";

const PORT = 5432;
const READY_WITHIN_MS = 120_000; // The first time, the image is fetched.

export async function openContainer(major: Major): Promise<Server> {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import("testcontainers");
  const engine = await getContainerRuntimeClient().catch((cause: unknown) => {
    throw new LabError("There is no container engine.", {
      why: "Neither DOCKER_HOST nor a socket of Docker or Podman answered.",
      next: "Start Docker or Podman, or leave out --postgres container: the embedded server needs neither.",
      exitCode: 2,
      cause,
    });
  });
  const password = randomBytes(16).toString("hex");
  // The images keep their data elsewhere since 18; either way it stays in memory and goes with the container.
  const data = major >= 18 ? "/var/lib/postgresql" : "/var/lib/postgresql/data";
  const settings = { ...serverSettings(major), ...sessionSettingsFor(major), listen_addresses: "*" };
  const container = await new GenericContainer(`postgres:${major}`)
    .withEnvironment({
      POSTGRES_PASSWORD: password, // Its port may be open to the whole network.
      POSTGRES_INITDB_ARGS: "--locale=C --encoding=UTF8 --no-sync",
    })
    .withCommand(["postgres", ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])])
    .withTmpFs({ [data]: "rw" })
    .withExposedPorts(PORT)
    // The image starts a first server to initialise itself; the second one is meant.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .withStartupTimeout(READY_WITHIN_MS)
    .start()
    .catch((cause: unknown) => {
      throw new LabError(`PostgreSQL ${major} did not start in a container.`, {
        why: cause instanceof Error ? cause.message : String(cause),
        next: `Try "docker run --rm postgres:${major}"; the image must be there or fetchable.`,
        exitCode: 3,
        cause,
      });
    });

  const stop = async (): Promise<void> => {
    await container.stop({ remove: true, removeVolumes: true });
  };
  let signals: Signals;
  try {
    const inside = await engine.container.getById(container.getId()).exec({
      Cmd: ["sh", "-c", SHELL_LOOP],
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: false,
      User: "root",
    });
    const stream = await inside.start({ hijack: true, stdin: true });
    const output = new PassThrough();
    engine.container.dockerode.modem.demuxStream(stream, output, new PassThrough());
    stream.on("end", () => output.end());
    signals = signalsThrough({ input: stream, output });
  } catch (error) {
    await stop();
    throw error;
  }
  return whileOpen({
    kind: "container",
    major,
    address: {
      host: container.getHost(),
      port: container.getMappedPort(PORT),
      user: "postgres",
      password,
      database: "postgres",
    },
    signals,
    warnings: [],
    crash: undefined, // Its data are in memory that goes when its first process ends.
    close: stop,
  });
}
