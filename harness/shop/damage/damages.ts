/** Every way in which one fact of the books may be damaged. */

import type { Damage } from "./damage.ts";
import { conflictDamages } from "./kinds/conflicts.ts";
import { inventoryDamages } from "./kinds/inventory.ts";
import { ledgerDamages } from "./kinds/ledger.ts";
import { historyDamages } from "./kinds/moves.ts";
import { orderDamages } from "./kinds/orders.ts";
import { statementDamages } from "./kinds/statement.ts";
import { tellingDamages } from "./kinds/telling.ts";

export const damages: readonly Damage[] = [
  ...statementDamages,
  ...orderDamages,
  ...historyDamages,
  ...conflictDamages,
  ...inventoryDamages,
  ...ledgerDamages,
  ...tellingDamages,
];
