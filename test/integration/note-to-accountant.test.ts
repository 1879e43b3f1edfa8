import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { integrationFixture } from './integration-fixture.ts';

const NOTE = 'Acompte déjà versé :\nmerci de l’imputer sur « Travaux » — 100 % ok';

/** One document that waits, because its company is paused. */
async function waiting() {
  const fixture = await integrationFixture();
  const company = await fixture.connect('Bakery', await fixture.integration());
  await fixture.during(fixture.client().companies.pause({ companyId: company.id }));
  fixture.scan('one');
  await fixture.counted('waiting', 1);
  const [item] = await fixture.items();
  if (item === undefined) throw new Error('no item');
  const note = (text: string) => fixture.during(fixture.client().items.note({ itemId: item.id, text }));
  const resume = () => fixture.during(fixture.client().companies.resume({ companyId: company.id }));
  const sent = () => fixture.control<readonly { readonly comment: string | null; readonly externalReference: string }[]>('/documents');
  return { fixture, item, note, resume, sent, now: async (): Promise<Item | undefined> => (await fixture.items())[0] };
}

describe('a note to the accountant', () => {
  it('goes with the document, word for word, and outlives a restart', async () => {
    const all = await waiting();
    expect(await all.note(`  ${NOTE.replace('\n', '\r\n')}\u0007\u202e `)).toMatchObject({ ok: true, value: { comment: NOTE } });
    await all.fixture.during(all.fixture.desktop.close());
    await all.fixture.during(all.fixture.desktop.start());
    expect(await all.now()).toMatchObject({ comment: NOTE });
    await all.resume();
    await all.fixture.counted('awaiting', 1);
    expect(await all.sent()).toMatchObject([{ comment: NOTE }]);
  });

  it('is no part of the reference', async () => {
    const [plain, noted] = [await waiting(), await waiting()];
    await noted.note(NOTE);
    for (const all of [plain, noted]) {
      await all.resume();
      await all.fixture.counted('awaiting', 1);
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
    await all.fixture.counted('awaiting', 1);
    expect(await all.note(NOTE)).toEqual({ ok: false, failure: { kind: 'too-late' } });
    expect(await all.sent()).toMatchObject([{ comment: null }]);
  });
});
