import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { ALL, bodyOf, fileOf, pairsOffice, SCANS, wrongFile } from '../entries-office.ts';

/** Orders that are played; `PAIR_ORDERS=1000` before the command plays more. */
const ORDERS = Number(process.env['PAIR_ORDERS'] ?? 12);
const FIRST = Number(process.env['PAIR_FIRST'] ?? 1);
/** Documents of one order, and what may happen to each, in any order and with kills in between. */
const DOCUMENTS = 3;
const STEPS = 14;
/** Longer than a file settles, a kill is recovered from, and what vanished counts as gone. */
const QUIET_MS = 4 * MINUTE_MS;

type Office = Awaited<ReturnType<typeof pairsOffice>>;

describe('scans and their entries that come, change and go in any order, to a computer that is killed again and again', () => {
  it.each(Array.from({ length: ORDERS }, (_, n) => FIRST + n))(
    'leave together or not at all, and nothing waits without a sentence: order %s',
    async (seed) => {
      const office = await pairsOffice('expected');
      const random = seededRandom(seed);
      const draw = (most: number): number => Math.floor(random.fraction() * most);
      /** Scans that a user had sent without entries. */
      const without = new Set<string>();
      for (let step = 0; step < STEPS; step += 1) {
        const [n, cents] = [draw(DOCUMENTS), `${10 + draw(80)}.${10 + draw(80)}`];
        await happens(office, { what: draw(10), n, cents, without });
        if (draw(3) === 0) await killed(office, draw(40), draw(4) * 700);
        else await office.clock.advance(draw(5) * 1_500);
      }
      for (let n = 0; n < DOCUMENTS; n += 1) {
        if (!office.disk.files.has(`${SCANS}/facture-${n}.pdf`)) office.scanOf(`facture-${n}.pdf`);
      }
      await office.clock.advance(QUIET_MS);
      await onlyTogether(office, without);
      await saidOfAll(office);
      // Whoever answers every question has all of them sent.
      for (let n = 0; n < DOCUMENTS; n += 1) office.entries(`facture-${n}.json`, fileOf('77.70'));
      await office.clock.advance(QUIET_MS);
      for (const item of await office.items()) {
        const { state } = item;
        if (state.kind !== 'held' || state.question.kind !== 'entries') continue;
        await office.during(office.client().items.allowEntries(allLinesOf(item)));
        // All have the same lines, and what was agreed to in the same millisecond is asked about again.
        await office.clock.advance(MINUTE_MS);
      }
      await office.clock.advance(QUIET_MS);
      await onlyTogether(office, without);
      const sent = (await office.items()).filter(({ name, state }) => name.endsWith('.pdf') && state.kind === 'awaiting');
      expect(sent).toHaveLength(DOCUMENTS);
    },
  );
});

type Happening = { readonly what: number; readonly n: number; readonly cents: string; readonly without: Set<string> };

async function happens(office: Office, { what, n, cents, without }: Happening): Promise<void> {
  const [scan, file] = [`facture-${n}.pdf`, `facture-${n}.json`];
  if (what <= 2) office.scanOf(scan);
  else if (what <= 5) office.entries(file, fileOf(cents));
  else if (what === 6) office.entries(file, wrongFile(cents));
  else if (what === 7) office.disk.take(`${SCANS}/${draws(cents) ? scan : file}`);
  else await answered(office, { scan, without });
}

function draws(cents: string): boolean {
  return Number(cents.at(-1)) % 2 === 0;
}

/** A user answers whatever is asked about the scan now. */
async function answered(office: Office, { scan, without }: { readonly scan: string; readonly without: Set<string> }): Promise<void> {
  const item = (await office.items()).find(({ name, state }) => name === scan && state.kind === 'held');
  if (item?.state.kind !== 'held' || item.state.question.kind === 'gone') return;
  const { kind } = item.state.question;
  // Another question may have come between the look and the answer; then this is no word about it.
  if (kind === 'entries') await office.during(office.client().items.allowEntries(allLinesOf(item)));
  else await office.during(office.client().items.allow({ itemIds: [item.id], withoutEntries: true }));
  const now = (await office.items()).find(({ id }) => id === item.id);
  if (kind === 'entries-missing' && now?.pair?.kind === 'without') without.add(item.sha256 ?? '');
}

/** Also lines that were sent before: the same amounts are drawn again. */
function allLinesOf({ id: itemId, entries }: Item) {
  return { itemId, linesSha256: entries?.linesSha256 ?? '', choice: ALL, twice: true };
}

async function killed(office: Office, calls: number, afterMs: number): Promise<void> {
  office.killAfter(calls);
  await office.clock.advance(afterMs);
  office.desktop.kill();
  office.killAfter(1_000_000);
  await office.during(office.desktop.start());
}

/** What is at the service has its entries, unless a user said otherwise; and they are those that the journal has as sent. */
async function onlyTogether(office: Office, without: ReadonlySet<string>): Promise<void> {
  const items = await office.items();
  const documents = await office.documents();
  const received = await office.received();
  const sent = documents.map(({ externalReference }, at) => {
    const item = items.find(({ reference }) => reference === externalReference);
    const lines = received[at] ?? null;
    const isMeantAlone = lines === null && without.has(item?.sha256 ?? '');
    return { name: item?.name, lines, meant: isMeantAlone ? null : bodyOf(amountOf(item)) };
  });
  expect(sent.filter(({ name, lines, meant }) => name === undefined || lines !== meant)).toEqual([]);
}

function amountOf(item: Item | undefined): string {
  const cents = String(item?.entries?.debitCents ?? 0);
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}

/** Nothing waits but for a user who is told what for, or for the service; and entries without a word of their own have a scan that tells of them. */
async function saidOfAll(office: Office): Promise<void> {
  const items = await office.items();
  const silent = items.filter(({ name, state }) => {
    if (state.kind === 'waiting' || state.kind === 'uploading') return true;
    if (state.kind !== 'aside' || state.why !== 'with-scan' || !office.disk.files.has(`${SCANS}/${name}`)) return false;
    const scan = items.find(({ id }) => id === state.into)?.state.kind;
    return scan !== 'held' && scan !== 'awaiting';
  });
  expect(silent.map(({ name, state }) => ({ name, state }))).toEqual([]);
}
