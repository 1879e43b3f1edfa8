import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { SANDBOX, type Town } from './integration-fixture.ts';
import { awaiting, type Decision, LOOKED_MS } from './answered-while-off.ts';

type Desk = Pick<Town, 'items' | 'client' | 'during'>;

async function only({ items }: Pick<Town, 'items'>): Promise<Item> {
  const [item] = await items();
  if (item === undefined) throw new Error('no document');
  return item;
}

/** As a person does: a refusal by itself; together only answers that say Accepted. */
const take = (desk: Desk, items: readonly Item[]) => {
  const says = items.length === 1 && items.every((item) => unprovenOf(item)?.kind === 'refused') ? 'refused' : 'accepted';
  return desk.during(desk.client().items.takeUnproven({ itemIds: items.map(({ id }) => id), says }));
};

/** From now on the service also publishes its current keys under this key id. */
function publishUnder(kid: string, { network, sandbox }: Pick<Town, 'network' | 'sandbox'>): void {
  network.set(SANDBOX, async (request) => {
    const answer = await sandbox.fetch(request);
    if (request.url !== sandbox.addresses.jwksUrl) return answer;
    const { keys } = (await answer.json()) as { readonly keys: readonly Readonly<Record<string, unknown>>[] };
    return Response.json({ keys: keys.flatMap((key) => [key, { ...key, kid }]) });
  });
}

function names({ disk }: Pick<Town, 'disk'>): readonly string[] {
  return [...disk.files.keys()].filter((path) => path.startsWith('/office/')).sort();
}

describe('an answer by a key that left before this computer saw it', () => {
  it('is shown as what the relay says, changes no state, and asks for the person', async () => {
    const town = await awaiting(1);
    await town.answerWhileOff(['Accepted']);
    await town.comeBack();
    const { documentId } = town.documents[0] ?? {};
    expect((await only(town)).state).toMatchObject({
      kind: 'awaiting',
      documentId,
      unproven: { kind: 'accepted', documentId, reason: null },
    });
    expect(await town.overview()).toMatchObject({ standing: 'needs-you', counts: { awaiting: 1, accepted: 0, unproven: 1 } });
    expect((await town.overview()).answers).toMatchObject({ forged: 0, unknownKey: 1 });
  });

  it('is taken by the person, stays marked, and neither moves a file nor tells anybody', async () => {
    const town = await awaiting(1);
    const before = names(town);
    await town.answerWhileOff(['Refused']);
    await town.comeBack();
    expect(await take(town, await town.items())).toEqual({ taken: 1 });
    const takenAt = town.clock.wallMs();
    await town.clock.advance(30 * MINUTE_MS);
    expect((await only(town)).state).toMatchObject({ kind: 'refused', reason: 'illisible', unproven: { takenAt } });
    expect(names(town)).toEqual(before);
    expect((await town.overview()).counts).toMatchObject({ refused: 1, unproven: 0 });
  });

  it('is taken for many at once where it says Accepted, and one by one where it says Refused', async () => {
    const town = await awaiting(3);
    await town.answerWhileOff(['Accepted', 'Refused', 'Accepted']);
    await town.comeBack();
    expect(await take(town, await town.items())).toEqual({ taken: 2 });
    await town.counted('accepted', 2);
    const left = (await town.items()).filter(({ state }) => state.kind === 'awaiting');
    expect(left.map(({ state }) => state)).toMatchObject([{ unproven: { kind: 'refused' } }]);
    expect(await take(town, left)).toEqual({ taken: 1 });
    await town.counted('refused', 1);
  });

  it('is sent again only after the person has asked for that', async () => {
    const town = await awaiting(1);
    await town.answerWhileOff(['Refused']);
    await town.comeBack();
    await take(town, await town.items());
    const itemIds = [(await only(town)).id];
    const sendAgain = () => town.during(town.client().items.sendAgain({ itemIds }));
    expect(await sendAgain()).toMatchObject({ sent: [] });
    expect(await town.during(town.client().items.wantSendAgain({ itemIds }))).toEqual({ wanted: 1 });
    expect(await sendAgain()).toMatchObject({ sent: itemIds });
    await town.counted('awaiting', 1);
    const detail = await town.during(town.client().items.get({ itemId: itemIds[0] as Item['id'] }));
    expect(detail).toMatchObject({ ok: true, value: { earlier: [{ kind: 'refused', unproven: { sendAgain: true } }] } });
  });

  it.each<[Decision, 'confirmed' | 'contradicted']>([
    ['Accepted', 'confirmed'],
    ['Refused', 'contradicted'],
  ])(
    'gives way to a proven one that says %s, which says that it %s what was taken, and moves the file',
    async (decision, replacedUnproven) => {
      const town = await awaiting(1);
      await town.answerWhileOff(['Accepted']);
      await town.comeBack();
      await take(town, await town.items());
      const before = names(town);
      await town.decide(town.documents[0]?.documentId ?? '', decision);
      await town.until(async () => 'replacedUnproven' in (await only(town)).state, 'replaced');
      const { state } = await only(town);
      expect(state).toMatchObject({ kind: decision.toLowerCase(), contradicted: false, replacedUnproven });
      expect(state).not.toHaveProperty('unproven');
      await town.until(async () => !names(town).includes(before[0] ?? ''), 'moved');
    },
  );

  it('gives way to a proven one before anybody took it, as if it had never been there', async () => {
    const town = await awaiting(1);
    await town.answerWhileOff(['Refused']);
    await town.comeBack();
    await town.decide(town.documents[0]?.documentId ?? '', 'Accepted');
    await town.counted('accepted', 1);
    expect(Object.keys((await only(town)).state).sort()).toEqual(['at', 'contradicted', 'documentId', 'kind', 'reason']);
    await town.clock.advance(LOOKED_MS);
    expect((await town.overview()).counts).toMatchObject({ accepted: 1, unproven: 0 });
  });
});

describe('a computer that is set up after the service has changed its keys', () => {
  it('shows what the relay says of what it finds at the service, as the first one has it from the service itself', async () => {
    const town = await awaiting(1, false);
    await town.decide(town.documents[0]?.documentId ?? '', 'Accepted');
    await town.counted('accepted', 1);
    await town.rotate();
    const second = await town.secondComputer('late');
    await second.connect('Bakery', town.integration);
    await second.clock.advance(LOOKED_MS);
    expect((await only(second)).state).toMatchObject({ kind: 'awaiting', unproven: { kind: 'accepted' } });
    expect(await take(second, await second.items())).toEqual({ taken: 1 });
    await second.counted('accepted', 1);
    expect((await only(town)).state).not.toHaveProperty('unproven');
  });
});

describe('what is never offered', () => {
  it('is an answer by a key that whoever runs the relay distrusts; and one that was offered is taken back', async () => {
    const town = await awaiting(1);
    await town.answerWhileOff(['Accepted']);
    await town.comeBack();
    expect((await town.overview()).counts.unproven).toBe(1);
    town.relay.change(`UPDATE service_keys SET distrusted_at = ${town.clock.wallMs()}, distrusted_by = 'ops'`);
    await town.clock.advance(LOOKED_MS);
    expect((await town.overview()).counts).toMatchObject({ awaiting: 1, unproven: 0 });
    expect(await take(town, await town.items())).toEqual({ taken: 0 });
  });

  it('is one whose signature fails by a key of that name which the service publishes: it is forged', async () => {
    const town = await awaiting(1);
    const kid = await town.answerWhileOff(['Accepted']);
    await town.comeBack();
    expect((await town.overview()).counts.unproven).toBe(1);
    // The service also publishes its newest key under the old one's id, so signatures of the old one no longer verify.
    publishUnder(kid, town);
    await town.clock.advance(70 * MINUTE_MS);
    expect((await town.overview()).counts).toMatchObject({ awaiting: 1, unproven: 0 });
    expect((await town.overview()).answers).toMatchObject({ forged: 1, unknownKey: 0 });
  });
});
