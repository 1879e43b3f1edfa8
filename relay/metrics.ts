import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { singleFlight } from '#shared/async/single-flight.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Store, StoreTotals } from './store/store.ts';

/** The outcomes of a webhook that an operator distinguishes. */
export type WebhookOutcome =
  | 'stored'
  | 'unknown_integration'
  | 'apart'
  | 'duplicate'
  | 'conflict'
  | 'quarantined'
  | 'malformed'
  | 'forged'
  | 'unknown_key'
  | 'too_large'
  | 'unsure';

const WEBHOOK_OUTCOMES: readonly WebhookOutcome[] = [
  'stored',
  'unknown_integration',
  'apart',
  'duplicate',
  'conflict',
  'quarantined',
  'malformed',
  'forged',
  'unknown_key',
  'too_large',
  'unsure',
];

/** The service gives up after 10 s; a healthy relay answers in a few milliseconds. */
const ANSWER_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 10];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export type Metrics = ReturnType<typeof metrics>;

/** Everything that is measured, under the names that docs/operations/relay.md explains. */
export function metrics(store: Pick<Store, 'totals' | 'lastVerifiedAt'>) {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter<L>({ name: `intray_relay_${name}`, help, labelNames: [...labelNames], registers });
  const gauge = (name: string, help: string) => new Gauge({ name: `intray_relay_${name}`, help, registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `intray_relay_${name}`, help, buckets, registers });

  const webhooks = counter('webhooks_total', 'Webhooks answered, by what became of them', ['outcome']);
  for (const outcome of WEBHOOK_OUTCOMES) webhooks.inc({ outcome }, 0);
  const made = {
    registry,
    webhooks,
    webhookSeconds: histogram('webhook_seconds', 'Time from a webhook’s headers to its answer', ANSWER_BUCKETS),
    oddEvents: counter('odd_events_total', 'Events that were read although their shape is odd, by what is odd', ['shape']),
    commits: counter('commits_total', 'Transactions that wrote events, by outcome', ['outcome']),
    commitSeconds: histogram('commit_seconds', 'Time of one transaction that wrote events', ANSWER_BUCKETS),
    commitEvents: histogram('commit_events', 'Events in one transaction', BATCH_BUCKETS),
    keyReadings: counter('key_readings_total', 'Readings of the service’s key set by the clock, by outcome', ['outcome']),
    keysRead: gauge('keys_read_timestamp_seconds', 'When the service’s key set was last read by the clock, in seconds since 1970'),
    departedKeyUses: counter('departed_key_uses_total', 'Webhooks believed by a key that the service publishes no more'),
    tokensRefused: counter('tokens_refused_total', 'Requests without a token that counts, by what was wrong with it', ['code']),
    enrolments: counter('devices_enrolled_total', 'Devices that enrolled'),
    linksEnded: counter('links_ended_total', 'Links and devices that devices ended, by how', ['how']),
    deletionsAsked: counter('deletions_asked_total', 'Integrations of which all is to be deleted because a device asked for it'),
    proofs: counter('proofs_total', 'Proofs of an integration by a device, by outcome', ['outcome']),
    invitations: counter('invitations_total', 'What devices did with invitations, and what was refused them', ['happening']),
    rateLimited: counter('rate_limited_total', 'Requests answered 429, by what they wanted', ['what']),
    tokensLent: counter('tokens_lent_total', 'Access tokens handed to devices'),
    streams: gauge('doorbell_streams', 'Doorbell streams that are open'),
    streamsEnded: counter('doorbell_streams_ended_total', 'Doorbell streams that ended, by why', ['why']),
    sweeps: counter('sweeps_total', 'Rounds of retention, by outcome', ['outcome']),
    retired: counter('events_retired_total', 'Event bodies that retention took away'),
    lapsed: counter('links_lapsed_total', 'Proofs that ended after a Revocation'),
    deleted: counter('events_deleted_total', 'Events deleted because a device had wanted that seven days before'),
    forgotten: counter('integrations_deleted_total', 'Integrations of which all was deleted because a device had wanted that'),
    unproved: counter('devices_swept_total', 'Devices taken away that never proved anything'),
    faults: counter('request_faults_total', 'Requests that met a fault of the relay or its store'),
  };
  addTotals(registry, store);
  return made;
}

/** Totals, read from the store at each scrape; those that cannot be read are left out. */
function addTotals(registry: Registry, store: Pick<Store, 'totals' | 'lastVerifiedAt'>): void {
  const of = (name: string, help: string, read: () => Promise<number | null>): void => {
    const gauge = new Gauge({
      name: `intray_relay_${name}`,
      help,
      registers: [registry],
      async collect() {
        const found = await read().catch(() => null);
        if (found === null) gauge.reset();
        else gauge.set(found);
      },
    });
  };
  // One reading for all the totals of a scrape.
  const totals = singleFlight(() => store.totals());
  const total = (name: keyof StoreTotals) => async (): Promise<number> => (await totals())[name];
  of('integrations', 'Integrations of which something is kept', total('integrations'));
  of('devices', 'Devices that are enrolled', total('devices'));
  of('events_apart', 'Events kept apart because they name no integration', total('apart'));
  of('deletions_pending', 'Integrations that a device has had deleted, and that are not deleted yet', total('leaving'));
  of('invitations_open', 'Invitations that nobody has claimed yet', total('invitations'));
  of('webhooks_quarantined', 'Webhooks that the service signed and nobody could read', total('quarantined'));
  of('quarantine_bytes', 'Bytes of the bodies in quarantine', total('quarantinedBytes'));
  of('last_event_timestamp_seconds', 'When a webhook of the service was last verified, in seconds since 1970', async () => {
    const at = await store.lastVerifiedAt();
    return at === null ? null : at / SECOND_MS;
  });
}
