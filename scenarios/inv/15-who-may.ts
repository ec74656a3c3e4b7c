/**
 * INV-15. A seller, an operator, an approver, an auditor, and another tenant's people, each beyond what they may do.
 * Nobody names another's reservation, or a unit of another tenant, which is not there for them; nobody sends a command of another
 * role; and what has to be approved is not done without somebody else's approval. Each refusal is written down, where the
 * auditor finds it, and nothing has changed.
 */
import { breaks, claim, experiment } from "../../harness/shop/scenario.ts";
import { everybodyMay } from "../controls/inv/everybodyMay.ts";
import { sound } from "./sound.ts";

const beyond = "beyond-";

const refusedAndAudited = claim({
  says: "what somebody may not do is refused, and written down",
  noun: "attempt",
  subjects: ({ operations }) => operations.filter(({ operationId }) => operationId.startsWith(beyond)),
  broken: ({ operationId, command, said }) =>
    said.outcome === "REJECTED" ? undefined : `${command} ${operationId} was ${said.outcome}`,
});

export default experiment("INV-15", {
  title: "Roles, tenants, another's reservation, and what needs a second person",
  stock: 4,
  async story({ inventory, shop, tally, note }) {
    const held = await inventory.reserve({ user: "ada" }).expect("COMMITTED");
    let nth = 0;
    const by = (caller: string, rest: { readonly tenant?: string; readonly approver?: string } = {}) => {
      return { id: `${beyond}${String(++nth).padStart(2, "0")}`, caller, ...rest };
    };
    const { version } = held.versions[0] ?? { version: 0 };
    const attempts = [
      inventory.confirm(held, by("market")),
      inventory.release(held, by("market")),
      inventory.release(held, by("mall", { tenant: "other" })),
      inventory.reserve({ ...by("mall", { tenant: "other" }), user: "eve" }),
      inventory.freeze(undefined, by("stockroom", { tenant: "other" })),
      inventory.reserve({ ...by("nobody"), user: "eve" }),
      inventory.reserve({ ...by("stockroom"), user: "eve" }),
      inventory.freeze(undefined, by("mall")),
      inventory.adjust({ available: 5 }, { ...by("mall"), version }),
      inventory.adjust({ available: 5 }, { ...by("stockroom", { approver: "" }), version }),
      inventory.adjust({ available: 5 }, { ...by("stockroom", { approver: "stockroom" }), version }),
      inventory.adjust({ available: 5 }, { ...by("manager"), version }),
      inventory.forceRelease(held, by("stockroom", { approver: "" })),
      inventory.forceRelease(held, by("stockroom", { approver: "mall" })),
      inventory.forceRelease(held, by("auditor")),
      inventory.retire(undefined, by("stockroom", { approver: "auditor" })),
    ];
    const refused = await tally("attempts", attempts, { REJECTED: attempts.length });
    note(refused);
    await inventory.lookUp(`${beyond}10`, { caller: "auditor" }).expect({ cause: "NOT_APPROVED" });
    await inventory.lookUp(`${beyond}10`, { caller: "mall" }).expect({ cause: "NO_SUCH_OPERATION" });
    await inventory.lookUpReservation(held, { caller: "market" }).expect({ cause: "NO_SUCH_RESERVATION" });
    await shop.available().expect({ available: 3 });
    await inventory.forceRelease(held).expect({ outcome: "COMMITTED", state: "RELEASED" });
    await shop.available().expect({ available: 4 });
  },
  holds: [refusedAndAudited, ...sound],
  control: breaks(refusedAndAudited, "everybody may do everything, with everybody's reservations", everybodyMay),
});
