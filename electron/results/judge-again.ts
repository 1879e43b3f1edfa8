import type { Stop } from '#shared/ports/stop.ts';
import type { Log } from '#shared/ports/log.ts';
import { judge, type Verify } from './judge.ts';
import type { Awaited, CommittedPage, SecondLookStore, UnverifiedEvent } from './store.ts';

export type JudgeAgainDeps = {
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
export async function judgeAgain(deps: JudgeAgainDeps, which: 'any' | 'unknown-key', stop: Stop): Promise<void> {
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
