import { postgresMissing } from '#test/support/postgres.ts';
import { type Line, median, spreads } from '../line.ts';
import { processorSeconds } from '../process-figures.ts';
import { type BenchServer, withIngestStage } from './ingest-stage.ts';
import { postWebhooks } from './post-webhooks.ts';
import { type SignedEvent, signedEvents } from './signed-events.ts';

const CLIENTS = 32;
const ROUNDS = 5;
const EVENTS = 2_000;

/** P11: two relays on one PostgreSQL with the clients spread over both, compared with one of them with all the clients. */
export async function twoNodes(): Promise<readonly Line[]> {
  const missing = postgresMissing();
  if (missing !== null) {
    process.stdout.write(`P11 is left out: ${missing}\n`);
    return [];
  }
  return withIngestStage(async (stage) => {
    const alone = await stage.relay(await stage.postgres());
    const shared = await stage.postgres();
    const pair = [await stage.relay(shared), await stage.relay(shared)];
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const events = signedEvents(stage.standIn.key, round * EVENTS, EVENTS);
      const one = await taken([alone], events);
      const two = await taken(pair, events);
      if (round > 0) rounds.push({ one: one.perSecond, two: two.perSecond, oneBusy: one.busy, twoBusy: two.busy });
    }
    return [lineOf(rounds)];
  });
}

/** `busy`: cores that the relays kept busy. */
async function taken(nodes: readonly BenchServer[], events: readonly SignedEvent[]) {
  const seconds = (): number => nodes.reduce((sum, { pid }) => sum + processorSeconds(pid), 0);
  const [before, startedMs] = [seconds(), performance.now()];
  const { perSecond } = await postWebhooks(
    nodes.map(({ url }) => url),
    events,
    CLIENTS,
  );
  return { perSecond, busy: ((seconds() - before) * 1_000) / (performance.now() - startedMs) };
}

function lineOf(rounds: readonly Record<string, number>[]): Line {
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  return {
    id: 'P11',
    what: 'two relays on one PostgreSQL, against one',
    ours: median(of('two')),
    theirs: median(of('one')),
    unit: '/s',
    figure: median(rounds.map((round) => (round['two'] ?? 0) / (round['one'] ?? 1))),
    target: { least: 1.6 },
    rounds,
    note:
      `${CLIENTS} clients; one kept ${median(of('oneBusy')).toFixed(1)} cores at work, two ${median(of('twoBusy')).toFixed(1)}, beside PostgreSQL and the clients ` +
      `on the same machine; spread ${spreads(of('two'), of('one'))}`,
  };
}
