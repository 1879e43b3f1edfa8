import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreTotals } from './store/store.ts';

/** What became of a webhook, as an operator tells them apart. */
export type WebhookOutcome =
  | 'stored'
  | 'unknown_integration'
  | 'apart'
  | 'duplicate'
  | 'conflict'
  | 'malformed'
  | 'forged'
  | 'too_large'
  | 'unsure';

const WEBHOOK_OUTCOMES: readonly WebhookOutcome[] = [
  'stored',
  'unknown_integration',
  'apart',
  'duplicate',
  'conflict',
  'malformed',
  'forged',
  'too_large',
  'unsure',
];

/** The service gives up after 10 s; healthy is a few milliseconds. */
const ANSWER_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 10];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

export type Metrics = ReturnType<typeof metrics>;

/** Everything that is measured, by the names that docs/operations/relay.md explains. */
export function metrics(totals: () => Promise<StoreTotals>) {
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
    lastEvent: gauge('last_event_timestamp_seconds', 'When the newest event was stored, in seconds since 1970'),
    commits: counter('commits_total', 'Transactions that wrote events, by outcome', ['outcome']),
    commitSeconds: histogram('commit_seconds', 'Time of one transaction that wrote events', ANSWER_BUCKETS),
    commitEvents: histogram('commit_events', 'Events in one transaction', BATCH_BUCKETS),
    proofs: counter('proofs_total', 'Proofs of an integration by a device, by outcome', ['outcome']),
    rateLimited: counter('rate_limited_total', 'Requests answered 429, by what they wanted', ['what']),
    tokensLent: counter('tokens_lent_total', 'Access tokens handed to devices'),
    streams: gauge('doorbell_streams', 'Doorbell streams that are open'),
    streamsEnded: counter('doorbell_streams_ended_total', 'Doorbell streams that ended, by why', ['why']),
    sweeps: counter('sweeps_total', 'Rounds of retention, by outcome', ['outcome']),
    retired: counter('events_retired_total', 'Event bodies that retention took away'),
    lapsed: counter('links_lapsed_total', 'Proofs that ended after a Revocation'),
    faults: counter('request_faults_total', 'Requests that met a fault of the relay or its store'),
  };
  addTotals(registry, totals);
  return made;
}

/** Read from the store when somebody scrapes; a store that cannot be read leaves them out. */
function addTotals(registry: Registry, totals: () => Promise<StoreTotals>): void {
  const of = (name: keyof StoreTotals, help: string): void => {
    const gauge = new Gauge({
      name: `intray_relay_${name === 'apart' ? 'events_apart' : name}`,
      help,
      registers: [registry],
      async collect() {
        const read = await totals().catch(() => null);
        if (read === null) gauge.reset();
        else gauge.set(read[name]);
      },
    });
  };
  of('integrations', 'Integrations of which something is kept');
  of('devices', 'Devices that are enrolled');
  of('apart', 'Events kept apart because they name no integration');
}
