import type { SwitchesPatch } from '#sandbox/switches/switches-schema.ts';
import { SMALL_SERVICE_BYTES } from './papers.ts';
import type { Dice } from './dice.ts';

/** The odds that a switch differs from Intray's reading of the contract, and its value then. */
const TURNED: readonly (readonly [number, (dice: Dice) => SwitchesPatch])[] = [
  [0.1, (dice) => ({ maxFileBytes: SMALL_SERVICE_BYTES, oversizeStatus: dice.one([400, 413]) })],
  [0.15, () => ({ eventBeforeAnswer: true })],
  [0.15, (dice) => ({ duplicateDeliveries: 1 + dice.below(2) })],
  [0.15, () => ({ reorderWithinMs: 40_000 })],
  [0.1, () => ({ eventDelayMs: 20_000 })],
  [0.15, () => ({ resignRetries: false, signatureLifeSeconds: 60 })],
  [0.1, () => ({ hashAs: 'upper' })],
  [0.15, () => ({ extraMembers: true })],
  [0.1, () => ({ duplicateNamesDocument: false })],
  [0.15, (dice) => ({ depositDateAs: dice.one(['iso-local', 'milliseconds', 'none']) })],
  [0.1, () => ({ importLatencyMs: 4_000 })],
  [0.1, () => ({ tokenLifeSeconds: 40 })],
  [0.1, () => ({ expiresInAs: 'string' })],
  [0.1, () => ({ liveTokens: 'newest' })],
  [0.1, () => ({ statusNeedsSecret: false })],
  [0.1, () => ({ statusAnswer: 'empty' })],
  [0.1, (dice) => ({ revokedStatus: dice.one([404, 410]) })],
  [0.1, (dice) => ({ revokedReasonIn: dice.one(['title', 'text', 'nowhere']) })],
  [0.1, () => ({ revocationEventAfterAutoRevoke: false })],
  [0.1, () => ({ jwksNeedsBearer: true })],
  [0.1, () => ({ problemMembers: 'documented' })],
  [0.1, () => ({ burstFrom: 'last-failure' })],
  [0.08, () => ({ nullIntegrationId: true })],
];

/** The service's readings of the contract in this run, and the names of those that differ from ours. */
export function drawSwitches(dice: Dice, without: ReadonlySet<string>): { switches: SwitchesPatch; turned: readonly string[] } {
  const afterMs = dice.one([0, 5_000, 20_000, 60_000]);
  let switches: SwitchesPatch = { autoDecide: { afterMs, refuseWhen: [{ contains: 'scan-3', reason: 'Ceci est un devis' }] } };
  const turned: string[] = [];
  for (const [odds, patchOf] of TURNED) {
    const strikes = dice.chance(odds);
    const patch = patchOf(dice);
    const name = `switch ${Object.keys(patch).join(' ')}`;
    if (!strikes || without.has(name)) continue;
    turned.push(name);
    switches = { ...switches, ...patch };
  }
  return { switches, turned };
}
