/** A server of their own for stories, with the tables of all of them: the lab's part on a server is made once. */

import { openServer } from "../postgres/cluster/open.ts";
import { LabDatabase, type Schema } from "../postgres/lab.ts";
import type { ServerChoice } from "../postgres/server.ts";
import type { SqlStory } from "./story.ts";

export async function openStories(stories: readonly SqlStory[], choice: ServerChoice): Promise<LabDatabase> {
  const server = await openServer(choice);
  try {
    return await LabDatabase.open(server, schemaOf(stories));
  } catch (error) {
    await server.close();
    throw error;
  }
}

function schemaOf(stories: readonly SqlStory[]): Schema {
  const schemas = [...new Set(stories.map(({ schema }) => schema))];
  return {
    setup: schemas.flatMap(({ setup }) => setup),
    tables: schemas.flatMap(({ tables }) => tables),
    sequences: schemas.flatMap(({ sequences }) => sequences),
    initial: schemas.flatMap(({ initial = [] }) => initial),
  };
}
