/** Everything that is counted; a name that is not here cannot be counted. */
const COUNTERS = {
  webhooks_received: 'Webhooks that arrived',
  webhooks_stored: 'Events written to the log of an integration',
  webhooks_unknown_integration: 'Events kept for an integration that no device has proved yet',
  webhooks_apart: 'Events kept apart because they name no integration',
  webhooks_duplicate: 'Events that were known already',
  webhooks_conflict: 'Events under a known id with another body',
  webhooks_malformed: 'Webhooks answered 400',
  webhooks_forged: 'Webhooks answered 401',
  webhooks_unsure: 'Webhooks answered 503',
  commits: 'Transactions that wrote events',
  proofs_passed: 'Integrations proved by a device',
  proofs_refused: 'Proofs that did not hold',
  rate_limited: 'Requests answered 429',
} as const;

export type CounterName = keyof typeof COUNTERS;

export type Metrics = {
  count(name: CounterName, by?: number): void;
  /** All counters in the text format of Prometheus. */
  text(): string;
};

export function metrics(): Metrics {
  const counts = new Map<CounterName, number>();
  return {
    count: (name, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by),
    text: () =>
      (Object.keys(COUNTERS) as CounterName[])
        .map((name) => {
          const full = `intray_relay_${name}_total`;
          return `# HELP ${full} ${COUNTERS[name]}\n# TYPE ${full} counter\n${full} ${counts.get(name) ?? 0}\n`;
        })
        .join(''),
  };
}
