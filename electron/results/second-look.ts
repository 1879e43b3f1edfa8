import { type LoopControl, SweepLoop } from '#shared/async/sweep-loop.ts';
import type { DocumentId, IntegrationId } from '#shared/contract/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plus, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { judge, type Verify } from './judge.ts';
import type { RelayClient } from './relay-client.ts';
import type { Awaited, CommittedPage, JudgedEvent, ResultLink, ResultsStore, SecondLookStore, UnverifiedEvent } from './store.ts';

export type SecondLookDeps = JudgeAgainDeps & {
  readonly clock: Clock;
  readonly secondLook: SecondLookStore;
  readonly relay: Pick<RelayClient, 'claim' | 'answers'>;
  /** The relay keeps this log from this computer, which cannot prove it now. */
  readonly isShut: (integrationId: IntegrationId) => boolean;
  /** How many events by unknown keys are kept. */
  readonly store: Pick<ResultsStore, 'figures'>;
  /** The links to be read now. */
  readonly links: () => readonly ResultLink[];
  readonly ring: (integrationId: IntegrationId) => void;
};

export type SecondLook = Pick<LoopControl, 'start' | 'close'> & {
  /** An event by a key that is unknown here was kept: it is judged again soon. */
  unknownKey(): void;
};

/** Most answers come later, and nearly all of them with their integration, so there is no hurry. */
const EVERY_MS = 5 * MINUTE_MS;
/** A document is claimed this long after it was received, so that its answer had time to come by itself. */
const CLAIM_AFTER_MS = 5 * MINUTE_MS;
/** A document is claimed often while it is fresh, then once per this period for as long as it waits. */
const FRESH_MS = HOUR_MS;
/**
 * The service's keys are read at most every half minute, so a key that is published within that time after a reading is found after it. A start
 * does not begin the five minutes anew for an event that was kept by the run before it.
 */
const KEYS_AGAIN_MS = 31 * SECOND_MS;
const JUDGE_EVERY_MS = HOUR_MS;
/** For as long as a company has to keep its invoices (Code de commerce, L123-22), so long a result may be disputed. */
const BODIES_KEPT_MS = 10 * 365 * DAY_MS;
/** And no more than these, some 75 MB: a small business has a few thousand a year. */
const BODIES_KEPT_MAX = 50_000;

type Claims = { after: number; atMs: number };

/** Looks again at what no doorbell rings for: events by keys that were unknown, answers without an integration, old bytes. */
export function createSecondLook(deps: SecondLookDeps): SecondLook {
  const { clock } = deps;
  const claims = new Map<IntegrationId, Claims>();
  let judgeAtMs = 0;
  const look = async (stop: Stop): Promise<void> => {
    for (const link of deps.links()) if (!stop.aborted) await claim(deps, claims, link);
    if (stop.aborted) return;
    // Awaited answers are looked for more often: their document may have become known here only now.
    if (clock.monotonicMs() < judgeAtMs) return judgeAgain(deps, 'unknown-key', stop);
    judgeAtMs = clock.monotonicMs() + JUDGE_EVERY_MS;
    await judgeAgain(deps, 'any', stop);
    await matchStored(deps, stop);
    deps.secondLook.prune(plus(clock.wallMs(), -BODIES_KEPT_MS), BODIES_KEPT_MAX);
  };
  return lookLoop(deps, look);
}

/** When a look is due, and which: all of it each five minutes, and events by unknown keys once the keys may be read again. */
function lookLoop(deps: SecondLookDeps, look: (stop: Stop) => Promise<void>): SecondLook {
  const { clock, log } = deps;
  let allAtMs = Infinity;
  let keysAtMs = Infinity;
  let isFirst = true;
  const restMs = (): number => Math.min(allAtMs, keysAtMs) - clock.monotonicMs();
  const loop = new SweepLoop({
    clock,
    look: async ({ stop }) => {
      const now = clock.monotonicMs();
      if (isFirst && deps.store.figures().unknownKey > 0) keysAtMs = now + KEYS_AGAIN_MS;
      isFirst = false;
      const [isAllDue, isKeysDue] = [now >= allAtMs, now >= keysAtMs];
      if (isAllDue) allAtMs = now + EVERY_MS;
      if (isAllDue || isKeysDue) keysAtMs = Infinity;
      if (isAllDue) await look(stop);
      else if (isKeysDue) await judgeAgain(deps, 'unknown-key', stop);
      return restMs();
    },
    failed: { log: (fields) => log.error('the second look broke off', fields), restMs: EVERY_MS },
  });
  const unknownKey = (): void => {
    if (keysAtMs < Infinity) return;
    keysAtMs = clock.monotonicMs() + KEYS_AGAIN_MS;
    loop.wake();
  };
  return {
    start: () => {
      allAtMs = clock.monotonicMs() + EVERY_MS;
      void loop.start();
    },
    close: () => loop.close(),
    unknownKey,
  };
}

/** Claims the unanswered documents of a link at the relay, 500 at a time, in turns (C28). */
async function claim(deps: SecondLookDeps, claims: Map<IntegrationId, Claims>, { integrationId }: ResultLink): Promise<void> {
  const { clock, secondLook } = deps;
  const last = claims.get(integrationId) ?? { after: 0, atMs: -Infinity };
  const now = clock.wallMs();
  const before = plus(now, -CLAIM_AFTER_MS);
  const { documentIds, youngest, next } = secondLook.unanswered(integrationId, { before, now, after: last.after });
  claims.set(integrationId, { ...last, after: next });
  if (documentIds.length === 0 || youngest === null) return;
  const isFresh = now - youngest < FRESH_MS;
  if (!isFresh && last.after === 0 && clock.monotonicMs() - last.atMs < FRESH_MS) return;
  claims.set(integrationId, { after: next, atMs: clock.monotonicMs() });
  if (deps.isShut(integrationId)) return askByDocuments(deps, integrationId, documentIds);
  const claimed = await deps.relay.claim(integrationId, documentIds);
  if (!claimed.ok || claimed.value === 0) return;
  deps.log.info('answers without an integration claimed', { integrationId, claimed: claimed.value });
  deps.ring(integrationId);
}

/** For the log of a connection that was revoked: the relay reports on documents that the caller can name (ADR-11). */
async function askByDocuments(deps: SecondLookDeps, integrationId: IntegrationId, documentIds: readonly DocumentId[]): Promise<void> {
  const answers = await deps.relay.answers(integrationId, documentIds);
  if (!answers.ok) return;
  const events: JudgedEvent[] = [];
  for (const event of answers.value.events) {
    const judged = await judge(event, integrationId, deps.verify);
    // An event that the service did not sign, or that cannot be judged now, is asked for again.
    if (judged.ok && judged.value.envelope !== null) events.push(judged.value);
  }
  if (events.length === 0) return;
  deps.committed(deps.secondLook.told({ integrationId, epoch: answers.value.epoch, events }));
  deps.log.info('answers of a former connection told', { integrationId, events: events.length });
}

/**
 * Matches events that were stored before their document was known here, however it became known since. Elsewhere this happens at once; this
 * is the sweep.
 */
async function matchStored(deps: SecondLookDeps, stop: Stop): Promise<void> {
  for (let after: number | null = 0; after !== null && !stop.aborted; ) {
    const turn: ReturnType<SecondLookStore['rematch']> = deps.secondLook.rematch(after);
    if (turn.effects.length > 0) deps.committed({ effects: turn.effects, revocations: [], missing: 0 });
    after = turn.next;
    // Lets other work go on between two turns.
    await deps.clock.sleep(0, stop);
  }
}

type JudgeAgainDeps = {
  readonly log: Log;
  readonly secondLook: Pick<SecondLookStore, 'unverified' | 'doubted' | 'verified' | 'awaited' | 'offer'>;
  readonly verify: Verify;
  /** Verifies by the keys that the relay says it saw published, except those that its operator distrusts; null if the relay does not answer now. */
  readonly relayKeys: () => Promise<Verify | null>;
  readonly committed: (page: CommittedPage) => void;
};

/** A turn is a hundred of the events that are kept without effect. */
const TURNS_MAX = 100;

/**
 * Judges the stored events once more: all that have no effect, or only those by unknown keys. If a key was published later, or a key name
 * was reused, the failure was not the relay's doing. An event whose key is still unknown, but vouched for by the relay, is shown with the
 * document that awaits it, as what the relay says (C37).
 */
async function judgeAgain(deps: JudgeAgainDeps, which: 'any' | 'unknown-key', stop: Stop): Promise<void> {
  const told: Awaited[] = [];
  let byRelay: Verify | null = null;
  let after = 0;
  for (let turn = 0; turn < TURNS_MAX && !stop.aborted; turn += 1) {
    const events = deps.secondLook.unverified(after, which === 'any' ? undefined : which);
    for (const event of events) {
      after = event.n;
      const verdict = await judgeOne(deps, event);
      if (stop.aborted || verdict === 'unsure') return;
      if (verdict !== 'unknown-key') continue;
      byRelay ??= await deps.relayKeys();
      // What was shown before stays as it is until the relay can be asked again.
      if (byRelay === null) return;
      const answer = await vouchedFor(deps, event, byRelay);
      if (answer !== null) told.push(answer);
    }
    if (events.length === 0) break;
  }
  if (stop.aborted) return;
  const offered = deps.secondLook.offer(told);
  if (offered > 0) deps.log.info('answers by keys that are known to the relay alone wait for the person', { offered });
}

/** Judges the event by the service's own keys as they are now, and applies it if it holds. */
async function judgeOne(deps: JudgeAgainDeps, event: UnverifiedEvent): Promise<'verified' | 'forged' | 'unknown-key' | 'unsure'> {
  const judged = await judge({ ...event, body: base64(event) }, event.integrationId, deps.verify);
  if (!judged.ok) return 'unsure';
  const { envelope, doubt } = judged.value;
  if (doubt !== null && doubt !== event.doubt) deps.secondLook.doubted(event, doubt);
  if (envelope === null) return doubt ?? 'forged';
  deps.committed(deps.secondLook.verified({ ...event, envelope, doubt: null }));
  deps.log.info('an event holds after all', { integrationId: event.integrationId });
  return 'verified';
}

async function vouchedFor(deps: JudgeAgainDeps, event: UnverifiedEvent, byRelay: Verify): Promise<Awaited | null> {
  const judged = await judge({ ...event, body: base64(event) }, event.integrationId, byRelay);
  return judged.ok ? deps.secondLook.awaited(judged.value) : null;
}

function base64({ body }: UnverifiedEvent): string {
  return Buffer.from(body).toString('base64');
}
