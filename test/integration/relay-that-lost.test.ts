import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { integrationFixture, RELAY, SANDBOX } from './integration-fixture.ts';

/** A town with one company, whose one document was received and has no answer. */
async function received(name = 'one') {
  const fixture = await integrationFixture();
  const company = await fixture.connect('Bakery', await fixture.integration());
  fixture.scan(name);
  await fixture.counted('awaiting', 1);
  const [document] = await fixture.documents();
  if (document === undefined) throw new Error('no document');
  return { ...fixture, fixture, company, documentId: document.documentId };
}

describe('a relay that was restored from an older copy', () => {
  it('is read again from the start, and what may have been answered in what it lost is said, document by document', async () => {
    const { relay, during, decide, documentId, clock, counted, items, scan, documents } = await received();
    await during(relay.close());
    relay.keepCopy();
    await during(relay.open());
    await decide(documentId, 'Accepted');
    await counted('accepted', 1);
    scan('two');
    await counted('awaiting', 1);
    const second = (await documents()).find((one) => one.documentId !== documentId);
    // The answer reaches the relay while this computer sleeps, and then the relay's disk dies.
    await clock.advance(2_000);
    await during(relay.close());
    relay.restoreCopy();
    await during(relay.open());
    await clock.advance(2 * MINUTE_MS);
    await counted('noAnswer', 1);
    const [open] = (await items()).filter(({ state }) => state.kind === 'awaiting');
    expect(open?.state).toMatchObject({ noAnswer: { because: { kind: 'relay-lost' } } });
    // What was read before stays, and what comes now counts.
    expect((await items()).filter(({ state }) => state.kind === 'accepted')).toHaveLength(1);
    await decide(second?.documentId ?? '', 'Refused');
    await counted('refused', 1);
    await counted('noAnswer', 0);
  });

  it('by somebody who knows nothing of epochs is seen to be another log, also where it has grown as long as it was', async () => {
    const { fixture, relay, during, decide, documentId, clock, counted, scan, documents } = await received();
    await during(relay.close());
    relay.keepCopy();
    await during(relay.open());
    await decide(documentId, 'Accepted');
    await counted('accepted', 1);
    for (const again of [false, true]) {
      const before = new Set((await documents()).map((one) => one.documentId));
      await during(relay.close());
      relay.putCopyBack();
      scan(`after ${again}`);
      await counted('awaiting', 1);
      const made = (await documents()).find((one) => !before.has(one.documentId));
      // Its event gets the very number that was already read: once while this computer watches, once before it looks again.
      if (again) fixture.desktop.kill();
      await during(relay.open());
      await decide(made?.documentId ?? '', 'Accepted');
      await clock.advance(2 * MINUTE_MS);
      if (again) await during(fixture.desktop.start());
      await counted('accepted', again ? 3 : 2);
    }
    expect(await documents()).toHaveLength(3);
  });

  it('by somebody who knows nothing of epochs is shorter than what was read: what may be lost in it is said', async () => {
    const { relay, during, decide, documentId, clock, counted, scan, items } = await received();
    await during(relay.close());
    relay.keepCopy();
    await during(relay.open());
    await decide(documentId, 'Accepted');
    await counted('accepted', 1);
    scan('two');
    await counted('awaiting', 1);
    await during(relay.close());
    relay.putCopyBack();
    await during(relay.open());
    await clock.advance(2 * MINUTE_MS);
    await counted('noAnswer', 1);
    const open = (await items()).filter(({ state }) => state.kind === 'awaiting');
    expect(open).toMatchObject([{ state: { noAnswer: { because: { kind: 'relay-lost' } } } }]);
  });

  it('and knows this device no more is given a new one and the proof, by the secrets in the vault', async () => {
    const { relay, during, decide, documentId, clock, counted, overview } = await received();
    await during(relay.close());
    relay.change('DELETE FROM links; DELETE FROM devices;');
    await during(relay.open());
    await clock.advance(2 * MINUTE_MS);
    await decide(documentId, 'Accepted');
    await counted('accepted', 1);
    expect((await overview()).companies[0]?.connection.kind).toBe('active');
  });

  it('cannot be shown the proof of a connection that was revoked, and its documents are said', async () => {
    const { first, items, counted, overview } = await revokedAndLost();
    await counted('noAnswer', 1);
    expect((await overview()).answers.closed).toEqual([first]);
    const [open] = await items();
    expect(open?.state).toMatchObject({ kind: 'awaiting', noAnswer: { because: { kind: 'link-closed' } } });
  });

  it('cannot be shown the proof of a former connection whose secret is lost; a current one asks for its own', async () => {
    const { fixture, relay, during, company, control, clock, client, overview, counted, scan } = await received();
    await control(`/integrations/${company.integrationId}/revoke`, {});
    await fixture.until(async () => (await overview()).companies[0]?.connection.kind === 'invalid', 'revoked');
    const second = await fixture.integration();
    await during(client().companies.reconnect({ companyId: company.id, ...second }));
    scan('two');
    await counted('awaiting', 2);
    fixture.desktop.kill();
    fixture.disk.take(join(fixture.desktop.profile, 'vault.json'));
    await during(relay.close());
    relay.change('DELETE FROM links; DELETE FROM devices;');
    await during(relay.open());
    await during(fixture.desktop.start());
    await clock.advance(HOUR_MS);
    expect((await overview()).companies[0]?.connection).toMatchObject({ kind: 'invalid', reason: 'no-secret' });
    await during(client().companies.reconnect({ companyId: company.id, ...second }));
    await clock.advance(HOUR_MS);
    await counted('noAnswer', 1);
    expect((await overview()).answers.closed).toEqual([company.integrationId]);
    for (const { documentId } of await fixture.documents()) await fixture.decide(documentId, 'Accepted');
    await counted('accepted', 1);
  });

  it('tells by the document what became of it, though the connection was revoked and nobody can prove it', async () => {
    const { counted, decide, documentId, clock, network, relay, items } = await revokedAndLost();
    await counted('noAnswer', 1);
    await decide(documentId, 'Accepted');
    // A relay that turns a yes into a no is not believed here either.
    network.set(RELAY, async (request) => (request.url.endsWith('/answers') ? turned(await relay.fetch(request)) : relay.fetch(request)));
    await clock.advance(70 * MINUTE_MS);
    await counted('noAnswer', 1);
    network.set(RELAY, relay.fetch);
    await clock.advance(70 * MINUTE_MS);
    await counted('accepted', 1);
    expect((await items())[0]?.state).toMatchObject({ kind: 'accepted', documentId });
  });
});

describe('a relay that lost its log, and a computer that lost its journal', () => {
  it('leave no document unsaid that may have been answered in what was lost', async () => {
    const { fixture, relay, during, clock, scan, decide, documents, counted, items } = await received();
    const names = Array.from({ length: 15 }, (_, at) => `scan ${at}`);
    for (const name of names) {
      scan(name);
      await clock.advance(1_000);
    }
    await counted('awaiting', 16);
    for (const { documentId } of await documents()) await decide(documentId, 'Accepted');
    await counted('accepted', 16);
    // What was received in the minute before a log began is expected in it: a late request may begin it at once.
    await clock.advance(2 * MINUTE_MS);
    await during(fixture.desktop.close());
    await during(relay.close());
    relay.change("DELETE FROM events; DELETE FROM meta WHERE name = 'epoch'; UPDATE integrations SET seq = 0");
    await during(relay.open());
    await clock.advance(10 * MINUTE_MS);
    for (const name of readdirSync(fixture.desktop.profile))
      if (/^journal|^backups$/.test(name)) rmSync(join(fixture.desktop.profile, name), { recursive: true });
    await during(fixture.desktop.start());
    await clock.advance(HOUR_MS);
    await counted('noAnswer', 16);
    expect(new Set((await items()).map(({ state }) => state.kind === 'awaiting' && state.noAnswer?.because.kind))).toEqual(
      new Set(['relay-lost']),
    );
  });
});

describe('a way on which nothing comes', () => {
  it('is said after a day on which documents wait, and no more when something comes, of whatever company', async () => {
    const { fixture, control, clock, documentId, decide, overview, counted } = await received();
    await control('/switches', { webhooksOff: true }, 'PATCH');
    await offFor(fixture, DAY_MS - 2 * HOUR_MS);
    expect((await overview()).answers.quiet).toBeUndefined();
    await clock.advance(90 * MINUTE_MS);
    expect(await overview()).toMatchObject({ standing: 'working', answers: { quiet: { lastVerifiedAt: null } } });
    await control('/switches', { webhooksOff: false }, 'PATCH');
    const other = await fixture.integration();
    await fixture.connect('Garage', other, false);
    await control(`/integrations/${other.integrationId}/revoke`, {});
    await fixture.until(async () => (await overview()).answers.quiet === undefined, 'not quiet');
    await decide(documentId, 'Accepted');
    await counted('accepted', 1);
  });
});

/** A company that was reconnected after a revocation, and a relay that has lost the proof of its former integration. */
async function revokedAndLost() {
  const { fixture, relay, during, company, control, clock, client, overview, ...rest } = await received();
  const [first] = await control<readonly { integrationId: string }[]>('/integrations');
  await control(`/integrations/${first?.integrationId}/revoke`, {});
  await fixture.until(async () => (await overview()).companies[0]?.connection.kind === 'invalid', 'revoked');
  await during(client().companies.reconnect({ companyId: company.id, ...(await fixture.integration()) }));
  await during(relay.close());
  relay.change(`DELETE FROM links WHERE integration_id = '${first?.integrationId}'`);
  await during(relay.open());
  await clock.advance(40 * MINUTE_MS);
  return { ...rest, fixture, relay, clock, overview, first: first?.integrationId };
}

/** The same answer with the accountant's decision inverted. */
async function turned(answer: Response): Promise<Response> {
  const said = (await answer.json()) as { readonly events?: readonly { readonly body: string }[] };
  const events = said.events?.map((event) => ({
    ...event,
    body: Buffer.from(Buffer.from(event.body, 'base64').toString().replace('Accepted', 'Refused')).toString('base64'),
  }));
  return Response.json({ ...said, events }, { status: answer.status });
}

/** This computer is off for this long, and then on for an hour. */
async function offFor(fixture: Awaited<ReturnType<typeof integrationFixture>>, milliseconds: number): Promise<void> {
  fixture.desktop.kill();
  await fixture.clock.advance(milliseconds);
  await fixture.during(fixture.desktop.start());
  await fixture.clock.advance(HOUR_MS);
}

describe('a relay that is down for 49 hours', () => {
  it('delays the results, and says of each old document that its result may be lost; uploads go on with the token in hand', async () => {
    const { fixture, network, clock, scan, counted, overview, items } = await received();
    network.set(RELAY, null);
    scan('two');
    await counted('awaiting', 2);
    await fixture.until(async () => (await overview()).relay.kind === 'unreachable', 'unreachable');
    await clock.advance(2 * HOUR_MS);
    expect((await overview()).counts.noAnswer).toBe(0);
    await offFor(fixture, 46 * HOUR_MS);
    expect((await items()).map(({ state }) => state)).toEqual([
      expect.objectContaining({ noAnswer: expect.objectContaining({ because: { kind: 'relay-silent' } }) }),
      expect.objectContaining({ noAnswer: expect.objectContaining({ because: { kind: 'relay-silent' } }) }),
    ]);
    await fixture.during(fixture.relay.close());
    await fixture.during(fixture.relay.open());
    await fixture.until(async () => (await overview()).relay.kind === 'connected', 'connected');
    await fixture.decide((await fixture.documents())[0]?.documentId ?? '', 'Accepted');
    await counted('accepted', 1);
  });

  it('is told from a network of our own that is down', async () => {
    const { fixture, network, clock, overview } = await received();
    network.set(RELAY, null);
    network.set(SANDBOX, null);
    await clock.advance(2 * HOUR_MS);
    await offFor(fixture, 60 * HOUR_MS);
    expect((await overview()).counts.noAnswer).toBe(0);
  });
});

describe('no answer', () => {
  it('asks for a person after seven days, and is in the standing until the person has asked', async () => {
    const { fixture, overview } = await received();
    await offFor(fixture, 7 * DAY_MS);
    expect(await overview()).toMatchObject({ standing: 'needs-you', counts: { awaiting: 1, noAnswer: 1 } });
    const [item] = await fixture.items();
    expect(await fixture.during(fixture.client().items.asked({ itemIds: [item?.id ?? ''] }))).toEqual({ asked: 1 });
    expect((await overview()).standing).toBe('working');
  });
});
