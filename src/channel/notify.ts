/** Tells the shop what happened to its order, again and again until it answers 200. */
import { post } from "../http.ts";
import { NoAnswer, type Ports } from "../ports.ts";
import type { ChannelConfig } from "./routes.ts";
import type { Done } from "./ledger.ts";

export function notifyInBackground(
  ports: Ports,
  config: ChannelConfig,
  { url, notice }: NonNullable<Done<unknown>["notify"]>,
): void {
  ports.background(`notify ${notice.notify_id}`, async () => {
    for (let retry = 0; ; retry++) {
      if (await isTaken(ports, config, post(url, notice))) return;
      if (retry >= config.callbackRetriesMax) return; // The shop's recovery will ask by itself.
      await ports.clock.sleep(config.callbackRetryMs);
    }
  });
}

async function isTaken(ports: Ports, config: ChannelConfig, request: Request): Promise<boolean> {
  try {
    const response = await ports.fetch(request, { timeoutMs: config.callbackTimeoutMs });
    return response.status === 200;
  } catch (error) {
    if (error instanceof NoAnswer) return false;
    throw error;
  }
}
