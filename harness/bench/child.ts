/** The program of a child process for the bench: the shop as it is shipped. */
import { serveShop } from "../shop/childShop.ts";

serveShop(async () => ({}));
