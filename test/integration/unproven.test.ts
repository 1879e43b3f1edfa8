import { describe, expect, it } from 'vitest';
import type { Item } from '#shared/domain/item/item.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { type IntegrationFixture, SANDBOX } from './integration-fixture.ts';
import { awaiting, type Decision, LOOKED_MS } from './answered-while-off.ts';
import { readCommand } from '#electron/headless/commands/all-commands.ts';

type Answering = Pick<IntegrationFixture, 'items' | 'client' | 'during'>;

async function only({ items }: Pick<IntegrationFixture, 'items'>): Promise<Item> {
  const [item] = await items();
  if (item === undefined) throw new Error('no document');
  return item;
}

/** As a user does: a refusal by itself; together only answers that say Accepted. */
const take = (desktop: Answering, items: readonly Item[]) => {
  const says = items.length === 1 && items.every((item) => unprovenOf(item)?.kind === 'refused') ? 'refused' : 'accepted';
  return desktop.during(desktop.client().items.takeUnproven({ itemIds: items.map(({ id }) => id), says }));
};

/** From now on the service also publishes its current keys under this key id. */
function publishUnder(kid: string, { network, sandbox }: Pick<IntegrationFixture, 'network' | 'sandbox'>): void {
  network.set(SANDBOX, async (request) => {
    const answer = await sandbox.fetch(request);
    if (request.url !== sandbox.addresses.jwksUrl) return answer;
    const { keys } = (await answer.json()) as { readonly keys: readonly Readonly<Record<string, unknown>>[] };
    return Response.json({ keys: keys.flatMap((key) => [key, { ...key, kid }]) });
  });
}

function names({ disk }: Pick<IntegrationFixture, 'disk'>): readonly string[] {
  return [...disk.files.keys()].filter((path) => path.startsWith('/office/')).sort();
}

describe('an answer by a key that left before this computer saw it', () => {
  it('is shown as what the relay says, changes no state, and asks for the person', async () => {
    const fixture = await awaiting(1);
    await fixture.answerWhileOff(['Accepted']);
    await fixture.comeBack();
    const { documentId } = fixture.documents[0] ?? {};
    expect((await only(fixture)).state).toMatchObject({
      kind: 'awaiting',
      documentId,
      unproven: { kind: 'accepted', documentId, reason: null },
    });
    expect(await fixture.overview()).toMatchObject({ standing: 'needs-you', counts: { awaiting: 1, accepted: 0, unproven: 1 } });
    expect((await fixture.overview()).answers).toMatchObject({ forged: 0, unknownKey: 1 });
  });

  it('is taken by the person, stays marked, and neither moves a file nor tells anybody', async () => {
    const fixture = await awaiting(1);
    const before = names(fixture);
    await fixture.answerWhileOff(['Refused']);
    await fixture.comeBack();
    expect(await take(fixture, await fixture.items())).toEqual({ taken: 1 });
    const takenAt = fixture.clock.wallMs();
    await fixture.clock.advance(30 * MINUTE_MS);
    expect((await only(fixture)).state).toMatchObject({ kind: 'refused', reason: 'illisible', unproven: { takenAt } });
    expect(names(fixture)).toEqual(before);
    expect((await fixture.overview()).counts).toMatchObject({ refused: 1, unproven: 0 });
  });

  it('is taken for many at once where it says Accepted, and one by one where it says Refused', async () => {
    const fixture = await awaiting(3);
    await fixture.answerWhileOff(['Accepted', 'Refused', 'Accepted']);
    await fixture.comeBack();
    expect(await take(fixture, await fixture.items())).toEqual({ taken: 2 });
    await fixture.counted('accepted', 2);
    const left = (await fixture.items()).filter(({ state }) => state.kind === 'awaiting');
    expect(left.map(({ state }) => state)).toMatchObject([{ unproven: { kind: 'refused' } }]);
    expect(await take(fixture, left)).toEqual({ taken: 1 });
    await fixture.counted('refused', 1);
  });

  it('is sent again only after the person has asked for that', async () => {
    const fixture = await awaiting(1);
    await fixture.answerWhileOff(['Refused']);
    await fixture.comeBack();
    await take(fixture, await fixture.items());
    const itemIds = [(await only(fixture)).id];
    const sendAgain = () => fixture.during(fixture.client().items.sendAgain({ itemIds }));
    expect(await sendAgain()).toMatchObject({ sent: [] });
    expect(await fixture.during(fixture.client().items.wantSendAgain({ itemIds }))).toEqual({ wanted: 1 });
    expect(await sendAgain()).toMatchObject({ sent: itemIds });
    await fixture.counted('awaiting', 1);
    const detail = await fixture.during(fixture.client().items.get({ itemId: itemIds[0] as Item['id'] }));
    expect(detail).toMatchObject({ ok: true, value: { earlier: [{ kind: 'refused', unproven: { sendAgain: true } }] } });
  });

  it.each<[Decision, 'confirmed' | 'contradicted']>([
    ['Accepted', 'confirmed'],
    ['Refused', 'contradicted'],
  ])(
    'gives way to a proven one that says %s, which says that it %s what was taken, and moves the file',
    async (decision, replacedUnproven) => {
      const fixture = await awaiting(1);
      await fixture.answerWhileOff(['Accepted']);
      await fixture.comeBack();
      await take(fixture, await fixture.items());
      const before = names(fixture);
      await fixture.decide(fixture.documents[0]?.documentId ?? '', decision);
      await fixture.until(async () => 'replacedUnproven' in (await only(fixture)).state, 'replaced');
      const { state } = await only(fixture);
      expect(state).toMatchObject({ kind: decision.toLowerCase(), contradicted: false, replacedUnproven });
      expect(state).not.toHaveProperty('unproven');
      await fixture.until(async () => !names(fixture).includes(before[0] ?? ''), 'moved');
    },
  );

  it('gives way to a proven one before anybody took it, as if it had never been there', async () => {
    const fixture = await awaiting(1);
    await fixture.answerWhileOff(['Refused']);
    await fixture.comeBack();
    await fixture.decide(fixture.documents[0]?.documentId ?? '', 'Accepted');
    await fixture.counted('accepted', 1);
    expect(Object.keys((await only(fixture)).state).sort()).toEqual(['at', 'contradicted', 'documentId', 'kind', 'reason']);
    await fixture.clock.advance(LOOKED_MS);
    expect((await fixture.overview()).counts).toMatchObject({ accepted: 1, unproven: 0 });
  });
});

describe('a computer that is set up after the service has changed its keys', () => {
  it('shows what the relay says of what it finds at the service, as the first one has it from the service itself', async () => {
    const fixture = await awaiting(1, false);
    await fixture.decide(fixture.documents[0]?.documentId ?? '', 'Accepted');
    await fixture.counted('accepted', 1);
    await fixture.rotate();
    const second = await fixture.secondComputer('late');
    await second.connect('Bakery', fixture.integration);
    await second.clock.advance(LOOKED_MS);
    expect((await only(second)).state).toMatchObject({ kind: 'awaiting', unproven: { kind: 'accepted' } });
    expect(await take(second, await second.items())).toEqual({ taken: 1 });
    await second.counted('accepted', 1);
    expect((await only(fixture)).state).not.toHaveProperty('unproven');
  });
});

describe('what is never offered', () => {
  it('is an answer by a key that whoever runs the relay distrusts; and one that was offered is taken back', async () => {
    const fixture = await awaiting(1);
    await fixture.answerWhileOff(['Accepted']);
    await fixture.comeBack();
    expect((await fixture.overview()).counts.unproven).toBe(1);
    fixture.relay.change(`UPDATE service_keys SET distrusted_at = ${fixture.clock.wallMs()}, distrusted_by = 'ops'`);
    await fixture.clock.advance(LOOKED_MS);
    expect((await fixture.overview()).counts).toMatchObject({ awaiting: 1, unproven: 0 });
    expect(await take(fixture, await fixture.items())).toEqual({ taken: 0 });
  });

  it('is one whose signature fails by a key of that name which the service publishes: it is forged', async () => {
    const fixture = await awaiting(1);
    const kid = await fixture.answerWhileOff(['Accepted']);
    await fixture.comeBack();
    expect((await fixture.overview()).counts.unproven).toBe(1);
    // The service also publishes its newest key under the old one's id, so signatures of the old one no longer verify.
    publishUnder(kid, fixture);
    await fixture.clock.advance(70 * MINUTE_MS);
    expect((await fixture.overview()).counts).toMatchObject({ awaiting: 1, unproven: 0 });
    expect((await fixture.overview()).answers).toMatchObject({ forged: 1, unknownKey: 0 });
  });
});

/** A command's output and exit code. */
async function said(fixture: Pick<IntegrationFixture, 'client' | 'during' | 'clock'>, ...words: readonly string[]) {
  const ready = readCommand([...words, '--profile', '/x']);
  if (!ready.ok) throw new Error(ready.failure);
  const [lines, complaints]: [string[], string[]] = [[], []];
  const terminal = { print: (line: string) => void lines.push(line), complain: (line: string) => void complaints.push(line) };
  const call = {
    ...terminal,
    client: fixture.client(),
    clock: fixture.clock,
    readInput: async () => '',
    readFile: async () => null,
    program: 'intray',
  };
  return { exit: await fixture.during(ready.value.run(call)), text: lines.join('\n'), complaints };
}

describe('answers without proof, on the command line,', () => {
  it('are listed, told by the doctor, and taken: the accepted ones all at once, a refusal by itself alone', async () => {
    const fixture = await awaiting(3);
    await fixture.answerWhileOff(['Accepted', 'Refused', 'Accepted']);
    await fixture.comeBack();
    const numbers = fixture.documents.map(({ documentId }) => documentId);
    const before = await said(fixture, 'documents', '--asking', '--state', 'held');
    expect(before.text.match(/unproven: the relay says (accepted|refused "illisible")/g)).toHaveLength(3);
    const doctor = await said(fixture, 'doctor');
    expect(doctor.text).toContain('3 with a result that nothing proves');
    expect(doctor.text).toContain('3 by keys unknown here');
    const many = await said(fixture, 'documents', 'take-unproven', ...numbers);
    expect(many).toMatchObject({
      exit: 1,
      text: expect.stringMatching(/^2 of 3 /),
      complaints: [expect.stringContaining('1 say refused')],
    });
    expect(await said(fixture, 'documents', 'take-unproven', numbers[1]?.toUpperCase() ?? '')).toMatchObject({
      exit: 0,
      text: expect.stringMatching(/^1 of 1 /),
    });
    const after = await said(fixture, 'documents');
    expect(after.text.match(/(accepted|refused) +(illisible; )?unproven, taken on \d{4}-\d\d-\d\d/g)).toHaveLength(3);
    expect(await said(fixture, 'documents', 'take-unproven', '--accepted')).toMatchObject({
      exit: 0,
      text: expect.stringMatching(/^0 of 0 /),
    });
  });
});
