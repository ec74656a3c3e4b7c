/** Which line of the shop asked for an effect. */

import { locator } from "../kernel/locate.ts";

/** Files of `src` that hand an effect on for somebody else: the line of interest is their caller's. */
const handsOn = ["src/database", "src/http", "src/channel/client", "src/parts"];

export const locate = locator("src", handsOn);
