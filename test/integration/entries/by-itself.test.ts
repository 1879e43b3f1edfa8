import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { utf8 } from '#shared/lib/bytes.ts';
import { HOUR_MS } from '#shared/lib/duration.ts';
import { ALL, ENTRIES, FILE, LINES_SHA256, office, only, OTHER } from '../entries-office.ts';

/** A folder whose user has ticked, with its first file, that such files go by themselves. */
async function ticked() {
  const fixture = await office();
  fixture.drop('2026-01.json', FILE);
  await fixture.counted('held', 1);
  const { id: itemId } = await only(fixture);
  const of = { itemId, linesSha256: LINES_SHA256, choice: ALL, byItself: true };
  expect(await fixture.during(fixture.client().items.allowEntries(of))).toEqual({ became: 'allowed' });
  await fixture.counted('awaiting', 1);
  const named = async (name: string) => (await fixture.items()).find((item) => item.name === name);
  return { ...fixture, named };
}

const kindsOf = (items: readonly { readonly state: { readonly kind: string } }[]): readonly string[] =>
  items.map(({ state }) => state.kind);

describe('a folder whose files of entries go by themselves', () => {
  it('sends the next one without a question, and keeps when that counted as a yes', async () => {
    const fixture = await ticked();
    expect((await fixture.overview()).folders.map(({ entries }) => entries.byItself)).toEqual([{ mappingSha256: null }]);
    fixture.drop('2026-02.json', OTHER);
    await fixture.counted('awaiting', 2);
    const next = await fixture.named('2026-02.json');
    expect(next?.entries?.allowedAt).toBe(next?.foundAt);
    expect(next?.entries).toMatchObject({ debitCents: 190_050 });
    expect(await fixture.documents()).toHaveLength(2);
  });

  it.each([
    ['out of balance', 'b.json', OTHER.replace('"amount": 1900.50, "currency"', '"amount": 1900.49, "currency"')],
    ['a FEC', 'fec.txt', readFileSync('test/entries/open/dolibarr/fec.txt', 'utf8')],
    ['in a new sub-folder of a new company', 'older/2025-12.json', OTHER],
  ])('asks about one that is %s', async (_, name, text) => {
    const fixture = await ticked();
    fixture.drop(name, text);
    await fixture.counted('held', 1);
    await fixture.clock.advance(HOUR_MS);
    expect(kindsOf(await fixture.items()).toSorted()).toEqual(['awaiting', 'held']);
    expect(await fixture.documents()).toHaveLength(1);
  });

  it('asks about many that come at once', async () => {
    const fixture = await ticked();
    for (let n = 10; n < 70; n += 1) fixture.drop(`old ${n}.json`, OTHER.replaceAll('1900', `19${n}`));
    await fixture.counted('held', 60);
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toHaveLength(1);
  });

  it('asks about one that took the place of a sent one', async () => {
    const fixture = await ticked();
    fixture.drop('2026-01.json', OTHER);
    await fixture.counted('held', 1);
    await fixture.clock.advance(HOUR_MS);
    expect(await fixture.documents()).toHaveLength(1);
    expect((await fixture.items()).find(({ state }) => state.kind === 'held')?.state).toMatchObject({ question: { kind: 'entries' } });
  });

  it('asks again about each once a user stops that', async () => {
    const fixture = await ticked();
    const [folder] = (await fixture.overview()).folders;
    if (folder === undefined) throw new Error('no folder');
    await fixture.during(fixture.client().folders.stopByItself({ folderId: folder.id }));
    fixture.drop('2026-02.json', OTHER);
    await fixture.counted('held', 1);
    expect(await fixture.documents()).toHaveLength(1);
  });

  it('does not begin with a file that was there before, which is asked about on its own', async () => {
    const fixture = await office();
    fixture.drop('2026-01.json', FILE);
    fixture.drop('2026-02.json', OTHER);
    await fixture.counted('held', 2);
    const first = (await fixture.items()).find(({ name }) => name === '2026-01.json');
    const of = { linesSha256: LINES_SHA256, choice: ALL, byItself: true };
    await fixture.during(fixture.client().items.allowEntries({ itemId: first?.id ?? (await only(fixture)).id, ...of }));
    await fixture.counted('awaiting', 1);
    fixture.disk.put(`${ENTRIES}/again/2026-02.json`, utf8(OTHER), fixture.clock.wallMs());
    await fixture.clock.advance(HOUR_MS);
    expect(kindsOf(await fixture.items()).toSorted()).toEqual(['awaiting', 'held']);
  });
});
