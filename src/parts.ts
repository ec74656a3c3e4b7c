/**
 * The system's parts: small functions that call each other through this record and never directly, so that one of
 * them can be exchanged and all the others stay as they are. `shippedParts` is the system.
 */
import { askCharge, askClose, askQuery, askRefund, askStatement } from "./channel/client.ts";
import { comparePayments } from "./channel/payment.ts";
import type { Config } from "./config.ts";
import { transaction, type Tx } from "./database.ts";
import { admitEvent, applyEvent, consume, recordDelivery } from "./fulfillment/consume.ts";
import { moveStock } from "./inventory/stock/balance.ts";
import { checkAvailability } from "./inventory/door/check.ts";
import { checkUnit } from "./inventory/door/postChecks.ts";
import { adjust } from "./inventory/door/commands/adjust.ts";
import { create } from "./inventory/door/commands/create.ts";
import { confirmReservation, releaseReservation } from "./inventory/door/commands/end.ts";
import { forceRelease, settleHold } from "./inventory/door/commands/force.ts";
import { lockStock, unlockStock } from "./inventory/door/commands/lock.ts";
import { refundReservation } from "./inventory/door/commands/refund.ts";
import { reserve } from "./inventory/door/commands/reserve.ts";
import { archiveMonth, flawsOf } from "./inventory/ledger/archive.ts";
import { activate, freeze, raiseEpoch, retire, unfreeze } from "./inventory/door/commands/life.ts";
import { arrangeExpiry, expire, timeLeft } from "./inventory/expiry/delayTask.ts";
import { claimDueHolds, releaseDue, sweep } from "./inventory/expiry/release.ts";
import { lookUpOperation, lookUpReservations, lookUpVersion } from "./inventory/door/lookup.ts";
import { carryOut, claimOperation, recallOperation, recordOperation } from "./inventory/door/operation.ts";
import { confirmHeld, confirmInTime, hold, insertWithinLimit, releaseHeld } from "./inventory/stock/reservation.ts";
import { deliverStockEvent, leaseEvents, markSent, postpone, relayByLease } from "./inventory/events/relayByLease.ts";
import { mayLook, permit } from "./inventory/door/roles.ts";
import { settleOutdated } from "./inventory/stock/settlement.ts";
import { setStatus } from "./inventory/stock/status.ts";
import { lockOfTenant, lockOwn } from "./inventory/door/tenancy.ts";
import { lockUnit } from "./inventory/door/unit.ts";
import { readLedger } from "./inventory/ledger/ledger.ts";
import { replayLedger } from "./inventory/ledger/replay.ts";
import { openUnit } from "./inventory/stock/opening.ts";
import { cancel } from "./order/cancel.ts";
import {
  applyDecision,
  decide,
  insertConflict,
  isInConflict,
  listConflicts,
  openConflict,
  readConflict,
  recordDecision,
} from "./order/conflict.ts";
import { rehold } from "./order/hold.ts";
import { recordNotice, takeNotice } from "./order/notice.ts";
import { lockOrder, pointAtReservation, transition, viewOrder, writeEvent } from "./order/order.ts";
import { beginPay, markUnknown, noAnswer, pay } from "./order/pay.ts";
import { insertOrder, placeOrder, replayOrder } from "./order/place.ts";
import { findLapsed, findUnsettled, notFound, recover, recoverPayment } from "./order/recover.ts";
import {
  beginRefundAttempt,
  failRefund,
  finishRefund,
  insertRefund,
  refund,
  renewRefund,
  startRefund,
} from "./order/refund.ts";
import {
  applyAnswer,
  applyCharged,
  applyNotCharged,
  followUp,
  lateSuccess,
  settle,
  takePayment,
} from "./order/settle.ts";
import { claimEvents, deliverEvent, markPublished, relay } from "./outbox/relay.ts";
import type { Ports } from "./ports.ts";
import { settleDrift, settleUnit } from "./projection/drift.ts";
import {
  admitStockEvent,
  applyStockEvent,
  judgeStockEvent,
  lockView,
  pauseView,
  project,
  quarantine,
} from "./projection/project.ts";
import { readStanding, readView, showUnit } from "./projection/read.ts";
import { beginRebuild, finishRebuild, rebuild } from "./projection/rebuild.ts";
import { readFacts, recompute, repairPaused } from "./projection/recompute.ts";
import { loadBooks } from "./reconcile/load.ts";
import { judge, reconcile } from "./reconcile/report.ts";

/** What every part is given: the world, the deployment's decisions, and the other parts. */
export interface Context {
  readonly ports: Ports;
  readonly config: Config;
  readonly parts: Parts;
}

export type Parts = typeof shippedParts;

export const shippedParts = {
  transaction: inTransaction,

  // Orders
  placeOrder,
  insertOrder,
  replayOrder,
  viewOrder,
  lockOrder,
  transition,
  writeEvent,
  pointAtReservation,
  pay,
  beginPay,
  noAnswer,
  markUnknown,
  cancel,

  // What the channel says
  askCharge,
  askQuery,
  askClose,
  askRefund,
  askStatement,
  takeNotice,
  recordNotice,
  settle,
  followUp,
  applyAnswer,
  comparePayments,
  applyCharged,
  applyNotCharged,
  takePayment,
  lateSuccess,

  // What a person decides
  openConflict,
  insertConflict,
  isInConflict,
  decide,
  applyDecision,
  readConflict,
  recordDecision,
  listConflicts,

  // Money that goes back
  startRefund,
  insertRefund,
  refund,
  beginRefundAttempt,
  finishRefund,
  failRefund,
  renewRefund,

  // Orders that were left alone
  recover,
  findUnsettled,
  recoverPayment,
  notFound,
  findLapsed,

  // Inventory
  openUnit,
  setStatus,
  moveStock,
  hold,
  insertWithinLimit,
  confirmHeld,
  confirmInTime,
  releaseHeld,
  rehold,
  sweep,
  releaseDue,
  claimDueHolds,
  arrangeExpiry,
  expire,
  timeLeft,
  archiveMonth,
  flawsOf,
  readLedger,
  replayLedger,

  // Commands to it
  carryOut,
  claimOperation,
  recallOperation,
  recordOperation,
  permit,
  mayLook,
  lockOwn,
  lockOfTenant,
  lockUnit,
  reserve,
  confirmReservation,
  releaseReservation,
  refundReservation,
  create,
  activate,
  freeze,
  unfreeze,
  checkUnit,
  retire,
  raiseEpoch,
  adjust,
  lockStock,
  unlockStock,
  forceRelease,
  settleHold,
  settleOutdated,
  checkAvailability,
  lookUpOperation,
  lookUpReservations,
  lookUpVersion,

  // Events
  relay,
  claimEvents,
  deliverEvent,
  markPublished,
  consume,
  admitEvent,
  applyEvent,
  recordDelivery,

  // What is shown of the inventory
  relayByLease,
  leaseEvents,
  deliverStockEvent,
  markSent,
  postpone,
  project,
  lockView,
  judgeStockEvent,
  admitStockEvent,
  applyStockEvent,
  pauseView,
  quarantine,
  recompute,
  readFacts,
  repairPaused,
  rebuild,
  beginRebuild,
  finishRebuild,
  settleDrift,
  settleUnit,
  showUnit,
  readView,
  readStanding,

  // Books
  reconcile,
  loadBooks,
  judge,
} as const;

async function inTransaction<T>(shop: Context, body: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(shop.ports.database, body);
}
