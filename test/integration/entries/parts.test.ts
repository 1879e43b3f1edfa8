import { describe, expect, it } from 'vitest';
import type { ItemId } from '#shared/domain/ids.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { agree, ENTRIES, office, only, type Sent } from '../entries-office.ts';

const HEADING =
  'JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\tEcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate\tMontantdevise\tIdevise';
const row = (entry: number, account: string, debit: string, credit: string): string =>
  `VE\tVentes\t${entry}\t20260131\t${account}\tCompte\t\t\tF${entry}\t20260131\tVente du jour, au comptant et par carte\t${debit}\t${credit}\t\t\t20260131\t\t`;
/** Two lines each, which balance. Above 5 MB as they are sent, so that they make two imports. */
const ENTRIES_IN_FILE = 9_500;
const LINES = Array.from({ length: ENTRIES_IN_FILE }, (_, at) => [
  row(at + 1, '411000', '1,00', '0,00'),
  row(at + 1, '707000', '0,00', '1,00'),
]).flat();
const YEAR = `${HEADING}\r\n${LINES.join('\r\n')}\r\n`;

type Line = { readonly reference: string; readonly account: string };

/** A company whose user has agreed to a year of sales. */
async function agreed(text = YEAR) {
  const fixture = await office();
  fixture.disk.put(`${ENTRIES}/FEC.txt`, utf8(text), fixture.clock.wallMs());
  await fixture.counted('held', 1);
  const asked = await only(fixture);
  await agree(fixture, asked);
  await fixture.counted('awaiting', 1);
  const documents = () => fixture.control<readonly Sent[]>('/documents');
  /** The newest one; the sandbox lists these first. */
  const answer = async (state: 'Accepted' | 'Refused'): Promise<void> => {
    const all = await documents();
    const last = all.toSorted((a, b) => (a.externalReference < b.externalReference ? 1 : -1))[0];
    await fixture.decide(last?.documentId ?? '', state);
  };
  const sent = async (): Promise<readonly (readonly [number, string, readonly Line[]])[]> => {
    const all = (await documents()).toSorted((a, b) => (a.externalReference < b.externalReference ? -1 : 1));
    return Promise.all(
      all.map(async ({ documentId, externalReference }) => {
        const body = await fixture.received(documentId);
        const { lines } = (JSON.parse(body) as { readonly data: { readonly lines: readonly Line[] } }).data;
        return [utf8(body).byteLength, externalReference.slice(-2), lines] as const;
      }),
    );
  };
  const isPart = async (n: number): Promise<boolean> => {
    const { entries, state } = await only(fixture);
    return entries?.part?.n === n && state.kind === 'awaiting';
  };
  return { ...fixture, asked, answer, sent, untilPart: (n: number) => fixture.until(() => isPart(n), `part ${n}`) };
}

const keyOf = ({ reference, account }: Line): string => `${reference} ${account}`;
const ALL_KEYS = Array.from({ length: ENTRIES_IN_FILE }, (_, at) => [`F${at + 1} 411000`, `F${at + 1} 707000`]).flat();

describe('a file of entries above the limit of the service', () => {
  it('is sent part after part: each once the one before was accepted, a refused one once more, through a kill, and all of its lines once', async () => {
    const fixture = await agreed();
    expect(fixture.asked.state).toMatchObject({ question: { lines: 19_000, debitCents: 950_000, imports: 2 } });
    expect((await only(fixture)).entries).toMatchObject({ part: { n: 1, of: 2 } });
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toHaveLength(1);
    fixture.desktop.kill();
    await fixture.answer('Accepted');
    await fixture.during(fixture.desktop.start());
    await fixture.untilPart(2);
    await fixture.answer('Refused');
    await fixture.counted('refused', 1);
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toHaveLength(2);
    const { id } = await only(fixture);
    await fixture.during(fixture.client().items.sendAgain({ itemIds: [id] }));
    await fixture.untilPart(2);
    await fixture.answer('Accepted');
    await fixture.counted('accepted', 1);
    await fixture.clock.advance(HOUR_MS);
    const all = await fixture.sent();
    expect(all.map(([, number]) => number)).toEqual(['00', '01', '02']);
    for (const [bytes] of all) expect(bytes).toBeLessThanOrEqual(5_000_000);
    expect(all[2]?.[2]).toEqual(all[1]?.[2]);
    expect([0, 2].flatMap((at) => all[at]?.[2].map(keyOf) ?? [])).toEqual(ALL_KEYS);
    const { entries } = await only(fixture);
    expect(entries?.parts?.map(({ lines }) => lines)).toEqual([0, 2].map((at) => all[at]?.[2].length));
    expect(entries).toMatchObject({ part: { n: 2, of: 2 }, returned: 'same' });
    const { earlier } = await detail(fixture, id);
    expect(earlier.map(({ resubmission, kind }) => [resubmission, kind])).toEqual([
      [0, 'accepted'],
      [1, 'refused'],
    ]);
  });

  it('has the lines compared with those of its parts that were not refused', async () => {
    const fixture = await agreed();
    await fixture.answer('Accepted');
    await fixture.untilPart(2);
    const large = await only(fixture);
    await fixture.answer('Refused');
    await fixture.counted('refused', 1);
    // The first entry was in the first part, and the last one in the second.
    const few = `${HEADING}\r\n${[...LINES.slice(0, 2), ...LINES.slice(-2)].join('\r\n')}\r\n`;
    fixture.disk.put(`${ENTRIES}/FEC2.txt`, utf8(few), fixture.clock.wallMs());
    await fixture.counted('held', 1);
    const repeated = async (): Promise<number | undefined> => {
      const held = (await fixture.items()).find(({ state }) => state.kind === 'held');
      const { item } = await detail(fixture, held?.id ?? large.id);
      return item.state.kind === 'held' && item.state.question.kind === 'entries' ? (item.state.question.repeated ?? 0) : undefined;
    };
    expect(await repeated()).toBe(2);
    await fixture.during(fixture.client().items.sendAgain({ itemIds: [large.id] }));
    await fixture.counted('awaiting', 1);
    expect(await repeated()).toBe(4);
    await fixture.answer('Refused');
    await fixture.counted('refused', 1);
    expect(await repeated()).toBe(2);
  });

  it('leaves again with its first part, if that was refused, and its later parts count until then as little', async () => {
    const fixture = await agreed();
    await fixture.answer('Refused');
    await fixture.counted('refused', 1);
    const { id } = await only(fixture);
    await fixture.during(fixture.client().items.sendAgain({ itemIds: [id] }));
    await fixture.counted('awaiting', 1);
    await fixture.answer('Accepted');
    await fixture.untilPart(2);
    await fixture.answer('Accepted');
    await fixture.counted('accepted', 1);
    const all = await fixture.sent();
    expect(all.map(([, number]) => number)).toEqual(['00', '01', '02']);
    expect([1, 2].flatMap((at) => all[at]?.[2].map(keyOf) ?? [])).toEqual(ALL_KEYS);
  });
});

async function detail({ client, during }: Awaited<ReturnType<typeof office>>, itemId: ItemId) {
  const got = await during(client().items.get({ itemId }));
  if (!got.ok) throw new Error('it is not there');
  return got.value;
}
