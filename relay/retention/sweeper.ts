import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { CLAIM_REPEAT_MS } from '#shared/relay-protocol/invitations.ts';
import { PROOF_LEAST_MS } from '../enrol/proof-limits.ts';
import type { RelayCore } from '../relay-core.ts';
import type { RetentionLimits } from '../store/store.ts';

/** Retention is counted in days; it may be late by minutes. */
const EVERY_MS = 10 * MINUTE_MS;
/** The lease ends before the next round, so that a node that dies delays one round at most. */
const LEASE_MS = 9 * MINUTE_MS;
/** Rows per step: SQLite works on our own thread, and a webhook must not wait for it. */
const ROWS_MAX = 200;
/** The pause between two steps, in which webhooks are handled. */
const PAUSE_MS = 20;
/** Steps per round: 200,000 rows. The next round does the rest. */
const STEPS_MAX = 1_000;
const READ_DAYS = 30;
const DAYS = 180;
/** A device that has proved nothing by then is deleted. */
const UNPROVED_MS = DAY_MS;
/** The service repeats an event for 48 hours. */
const IDS_DAYS = 90;
/** The service retries for 48 hours: until then results from before a Revocation may still arrive. */
const LATE_RESULTS_MS = 49 * HOUR_MS;
/** How long an invitation that ended still says so, and can be undone. */
const INVITATIONS_MS = 30 * DAY_MS;

/** Deletes what is due, until the relay stops. Of several nodes the first to get the lease does it. */
export function sweeper(core: RelayCore): Promise<void> {
  const { clock, stop, store, metrics, onceLog } = core;
  const loop = new SweepLoop({
    clock,
    stop,
    look: async () => {
      const now = clock.wallMs();
      if (await store.lease('retention', now, now + LEASE_MS)) await round(core);
      metrics.sweeps.inc({ outcome: 'done' });
      return EVERY_MS;
    },
    failed: {
      // The store is unavailable; what is due now is still due in the next round.
      log: ({ error = 'unknown' }) => {
        metrics.sweeps.inc({ outcome: 'failed' });
        onceLog.warn('retention failed', { error });
      },
      restMs: EVERY_MS,
    },
  });
  return loop.start();
}

async function round(core: RelayCore): Promise<void> {
  const sums = { retired: 0, resealed: 0, lapsed: 0, unproved: 0, ids: 0, deleted: 0, forgotten: 0 };
  for (let step = 0; step < STEPS_MAX && !core.stop.aborted; step += 1) {
    const swept = await core.store.sweep(limits(core));
    for (const deviceId of [...swept.lapsed, ...swept.unproved]) core.pubSub.publish({ kind: 'links', deviceId });
    for (const integrationId of swept.forgotten) core.log.info('integration deleted', { integrationId });
    sums.retired += swept.retired;
    sums.resealed += swept.resealed;
    sums.lapsed += swept.lapsed.length;
    sums.unproved += swept.unproved.length;
    sums.ids += swept.ids;
    sums.deleted += swept.deleted;
    sums.forgotten += swept.forgotten.length;
    if (!swept.more) break;
    await core.clock.sleep(PAUSE_MS, core.stop);
  }
  for (const what of ['retired', 'lapsed', 'unproved', 'deleted', 'forgotten'] as const) core.metrics[what].inc(sums[what]);
  if (Object.values(sums).some((sum) => sum > 0)) core.log.info('retention', sums);
}

function limits({ clock, config }: RelayCore): RetentionLimits {
  const now = clock.wallMs();
  return {
    now,
    acknowledgedBefore: now - (config.retentionReadDays ?? READ_DAYS) * DAY_MS,
    receivedBefore: now - (config.retentionDays ?? DAYS) * DAY_MS,
    revokedBefore: now - LATE_RESULTS_MS,
    provedBefore: now - PROOF_LEAST_MS,
    unprovedBefore: now - UNPROVED_MS,
    idsBefore: now - IDS_DAYS * DAY_MS,
    claimsBefore: now - CLAIM_REPEAT_MS,
    invitationsBefore: now - INVITATIONS_MS,
    rowsMax: ROWS_MAX,
  };
}
