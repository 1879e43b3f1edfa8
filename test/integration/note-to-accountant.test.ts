import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { aTown } from './integration-fixture.ts';

const NOTE = 'Acompte déjà versé :\nmerci de l’imputer sur « Travaux » — 100 % ok';

/** One document that waits, because its company is paused. */
async function waiting() {
  const town = await aTown();
  const company = await town.connect('Bakery', await town.integration());
  await town.during(town.client().companies.pause({ companyId: company.id }));
  town.scan('one');
  await town.counted('waiting', 1);
  const [item] = await town.items();
  if (item === undefined) throw new Error('no item');
  const note = (text: string) => town.during(town.client().items.note({ itemId: item.id, text }));
  const resume = () => town.during(town.client().companies.resume({ companyId: company.id }));
  const sent = () => town.control<readonly { readonly comment: string | null; readonly externalReference: string }[]>('/documents');
  return { town, item, note, resume, sent, now: async (): Promise<Item | undefined> => (await town.items())[0] };
}

describe('a note to the accountant', () => {
  it('goes with the document, word for word, and outlives a restart', async () => {
    const all = await waiting();
    expect(await all.note(`  ${NOTE.replace('\n', '\r\n')}\u0007\u202e `)).toMatchObject({ ok: true, value: { comment: NOTE } });
    await all.town.during(all.town.desk.close());
    await all.town.during(all.town.desk.start());
    expect(await all.now()).toMatchObject({ comment: NOTE });
    await all.resume();
    await all.town.counted('awaiting', 1);
    expect(await all.sent()).toMatchObject([{ comment: NOTE }]);
  });

  it('is no part of the reference', async () => {
    const [plain, noted] = [await waiting(), await waiting()];
    await noted.note(NOTE);
    for (const all of [plain, noted]) {
      await all.resume();
      await all.town.counted('awaiting', 1);
    }
    const [one, two] = [await plain.sent(), await noted.sent()];
    expect(one[0]?.comment).toBeNull();
    expect(two[0]?.externalReference).toHaveLength(57);
    expect((await noted.now())?.reference).toBe(two[0]?.externalReference);
  });

  it('can be taken back before it left, and neither changed nor added after that', async () => {
    const all = await waiting();
    await all.note(NOTE);
    expect((await all.note('   ')).ok).toBe(true);
    expect((await all.now())?.comment).toBeUndefined();
    await all.resume();
    await all.town.counted('awaiting', 1);
    expect(await all.note(NOTE)).toEqual({ ok: false, failure: { kind: 'too-late' } });
    expect(await all.sent()).toMatchObject([{ comment: null }]);
  });
});
