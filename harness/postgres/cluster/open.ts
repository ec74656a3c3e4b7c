/** Opens the server that was asked for. Every kind gives the same shape, and takes everything of its own with it. */
import type { Server, ServerChoice } from "../server.ts";
import { openEmbedded } from "./embedded.ts";

export async function openServer(choice: ServerChoice): Promise<Server> {
  switch (choice.kind) {
    case "embedded":
      return openEmbedded(choice.major);
    case "url":
    case "container":
      throw new Error(`not yet: ${choice.kind}`);
  }
}
