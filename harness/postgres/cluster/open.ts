/** Opens the server that was asked for. Every kind gives the same shape, and takes everything of its own with it. */
import type { Server, ServerChoice } from "../server.ts";
import { openEmbedded } from "./embedded.ts";

/** Rejects with a `LabError` that says what to do when this machine cannot have such a server. */
export async function openServer(choice: ServerChoice): Promise<Server> {
  switch (choice.kind) {
    case "embedded":
      return openEmbedded(choice.major);
    case "url":
      return (await import("./url.ts")).openUrl(choice.url);
    case "container":
      return (await import("./container.ts")).openContainer(choice.major);
  }
}
