import { describe, expect, it } from 'vitest';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { png } from '#test/support/scans/make-pictures.ts';
import { SANDBOX } from './integration-fixture.ts';
import { invitationFixture, lookAt, PLACES, questionOn, RELAY_HOST } from './invitation-fixture.ts';

const OTHER_LINK = 'https://other.example/invitation#1.AAAAAAAAAAAAAAAAAAAAAA';

const NAME_ONLY = { name: 'Exemple Éditeur', logo: null };

/** What a relay says of whoever runs it. */
function as(bytes: Buffer, mediaType = 'image/png') {
  return { name: 'Exemple Éditeur', logo: { mediaType, base64: bytes.toString('base64') } };
}

describe('an invitation to a relay that is not known', () => {
  it('sends nothing to it before the person typed its domain, then asks, and connects with the number alone', async () => {
    const { client, during, asked, invite, overview, ...fixture } = await invitationFixture();
    const { link, number, integration } = await invite({ deposit: true });
    const { invitations } = client();
    expect(await during(invitations.read({ text: `Bonjour,\n${link}\n` }))).toEqual({
      ok: true,
      value: { link: link.replace('intray:', 'https:'), relayHost: RELAY_HOST, relay: 'other' },
    });
    for (const relayHost of [undefined, '', 'cabinet.example', `${RELAY_HOST}.`, `x${RELAY_HOST}`, `https://${RELAY_HOST}`])
      expect(await during(invitations.look({ link, relayHost }))).toEqual({ ok: false, failure: { kind: 'relay-not-confirmed' } });
    expect(await during(invitations.undo({ link }))).toEqual({ ok: false, failure: { kind: 'relay-not-confirmed' } });
    expect(asked).toEqual([]);

    const view = await questionOn({ client, during }, { link });
    expect(view).toMatchObject({
      company: 'Exemple SARL',
      accountant: 'Cabinet Exemple',
      relayHost: RELAY_HOST,
      serviceHosts: { documents: 'service.example', signIn: 'service.example', keys: 'service.example' },
      hasSecret: true,
      connectedAs: null,
      isKnownName: false,
      begun: null,
    });
    // A look changes nothing: neither here nor there.
    expect((await during(client().settings.get())).relayUrl).toBeNull();
    const yes = { invitationId: view.invitationId, name: 'Chez Anne' };
    expect(await during(invitations.accept(yes))).toMatchObject({ ok: false, failure: { kind: 'number-needed' } });
    expect(await during(invitations.accept({ ...yes, number: '0000 0000' }))).toEqual({
      ok: false,
      failure: { kind: 'wrong-number', left: 4 },
    });
    const accepted = await during(invitations.accept({ ...yes, number: `${number.slice(0, 4)} ${number.slice(4)}` }));
    expect(accepted).toMatchObject({ ok: true, value: { name: 'Chez Anne', integrationId: integration.integrationId } });
    expect(await during(client().settings.get())).toMatchObject({
      relayUrl: PLACES.relay,
      service: { baseUrl: fixture.sandbox.addresses.baseUrl },
    });
    expect((await overview()).folders).toEqual([]);
    expect(await during(client().invitations.begun())).toEqual([]);
    expect(asked.filter((path) => path === RELAY_PATHS.invitationClaim)).toHaveLength(2);
  });

  it('says who runs it in its own words, with a logo only if that is a picture and nothing else', async () => {
    const fixture = await invitationFixture();
    const invited = await fixture.invite({ deposit: true });
    const partnerBy = async (told: unknown) => {
      fixture.listen(async (request) =>
        new URL(request.url).pathname === RELAY_PATHS.partner ? Response.json(told) : fixture.relay.fetch(request),
      );
      return (await questionOn(fixture, invited)).partner;
    };
    expect((await questionOn(fixture, invited)).partner).toBeNull();
    const logo = png({ width: 32, height: 32, level: () => 90 });
    expect(await partnerBy(as(logo))).toEqual(as(logo));
    for (const bytes of [
      Buffer.from('<svg/>'),
      Buffer.concat([logo, Buffer.from('<script>')]),
      png({ width: 2_000, height: 32, level: () => 90 }),
    ])
      expect(await partnerBy(as(bytes))).toEqual(NAME_ONLY);
    expect(await partnerBy(as(logo, 'image/jpeg'))).toEqual(NAME_ONLY);
    expect(await partnerBy({ ...as(logo), logo: { mediaType: 'image/png', base64: 'iVBORx==' } })).toEqual(NAME_ONLY);
    for (const told of [
      as(logo, 'image/svg+xml'),
      as(Buffer.alloc(70_000)),
      { ...as(logo), name: 'a\u202eb' },
      { ...as(logo), name: null },
      [],
      'x'.repeat(300_000),
    ])
      expect(await partnerBy(told)).toBeNull();
    await partnerBy(as(logo));
    const { invitationId } = await questionOn(fixture, invited);
    const { client, during } = fixture;
    const yes = { invitationId, name: 'Chez Anne', number: invited.number };
    expect(await during(client().invitations.accept(yes))).toMatchObject({ ok: true });
    expect(await during(client().invitations.partner())).toEqual({ partner: as(logo) });
  });

  it('without a deposit takes the secret that the person has, and goes on with a claim after a wrong one', async () => {
    const fixture = await invitationFixture();
    const { client, during } = fixture;
    const invited = await fixture.invite({ deposit: false, company: null });
    const view = await questionOn(fixture, invited);
    expect(view).toMatchObject({ company: null, accountant: null, hasSecret: false });
    const yes = { invitationId: view.invitationId, name: 'Chez Anne' };
    expect(await during(client().invitations.accept(yes))).toMatchObject({ ok: false, failure: { kind: 'secret-needed', isKept: false } });
    expect(await during(client().invitations.accept({ ...yes, integrationSecret: 'mistyped' }))).toMatchObject({
      ok: false,
      failure: { kind: 'wrong-secret', isKept: true },
    });
    const { integrationSecret } = invited.integration;
    expect(await during(client().invitations.accept({ ...yes, integrationSecret }))).toMatchObject({ ok: true });
  });

  it('names a service that is not reached by https: it is refused, and nothing is set', async () => {
    const fixture = await invitationFixture({ ...PLACES, sandbox: SANDBOX });
    const invited = await fixture.invite({ deposit: true });
    expect(await fixture.during(fixture.client().invitations.look({ link: invited.link, relayHost: RELAY_HOST }))).toEqual({
      ok: false,
      failure: { kind: 'unsafe-service' },
    });
    expect((await fixture.during(fixture.client().settings.get())).service).toBeNull();
  });

  it('is not accepted where a client secret of this installation would go to the new service, and is not used up', async () => {
    const fixture = await invitationFixture();
    const { client, during, asked } = fixture;
    const invited = await fixture.invite({ deposit: true });
    await during(client().secrets.keep({ name: 'client-secret', secret: 'the company’s own' }));
    const { invitationId } = await questionOn(fixture, invited);
    expect(await during(client().invitations.accept({ invitationId, name: 'Anne', number: invited.number }))).toEqual({
      ok: false,
      failure: { kind: 'own-credentials-kept', isKept: false },
    });
    expect(asked).not.toContain(RELAY_PATHS.invitationClaim);
    expect((await lookAt(fixture, invited)).state).toBe('open');
  });
});

describe('an invitation in a profile that has companies', () => {
  it('is refused without a request if it leads to another relay', async () => {
    const fixture = await invitationFixture();
    const { client, during, asked } = fixture;
    const first = await fixture.invite({ deposit: true });
    const { invitationId } = await questionOn(fixture, first);
    await during(client().invitations.accept({ invitationId, name: 'Anne', number: first.number }));
    const before = await during(client().settings.get());
    asked.length = 0;
    const refused = { ok: false, failure: { kind: 'other-relay' } };
    expect(await during(client().invitations.read({ text: OTHER_LINK }))).toEqual(refused);
    expect(await during(client().invitations.look({ link: OTHER_LINK, relayHost: 'other.example' }))).toEqual(refused);
    expect(await during(client().invitations.undo({ link: OTHER_LINK, relayHost: 'other.example' }))).toEqual(refused);
    expect(asked.filter((path) => path.startsWith(RELAY_PATHS.invitations))).toEqual([]);
    expect(await during(client().settings.get())).toEqual(before);
  });

  it('to the same relay needs no typed domain; a known name and a connected company are marked', async () => {
    const fixture = await invitationFixture();
    const { client, during } = fixture;
    const first = await fixture.invite({ deposit: true });
    const question = await questionOn(fixture, first);
    await during(client().invitations.accept({ invitationId: question.invitationId, name: 'exemple sarl', number: first.number }));
    const again = await fixture.invite({ deposit: true, integration: first.integration });
    expect(await during(client().invitations.look({ link: again.link }))).toMatchObject({
      ok: true,
      value: { connectedAs: 'exemple sarl', isKnownName: true },
    });
    const second = await fixture.invite({ deposit: true });
    const asked = await during(client().invitations.look({ link: second.link }));
    expect(asked).toMatchObject({ ok: true, value: { connectedAs: null, isKnownName: true } });
    if (!asked.ok || asked.value.state !== 'open') throw new Error('open');
    const { invitationId } = asked.value;
    expect(await during(client().invitations.accept({ invitationId, name: 'Deux', number: second.number }))).toMatchObject({ ok: true });
    expect((await fixture.overview()).companies).toHaveLength(2);
  });

  it('is refused if the relay names another service than theirs', async () => {
    const fixture = await invitationFixture();
    const { client, during } = fixture;
    const first = await fixture.invite({ deposit: true });
    const { invitationId } = await questionOn(fixture, first);
    await during(client().invitations.accept({ invitationId, name: 'Anne', number: first.number }));
    fixture.listen(async (request) => {
      const isLook = request.url.endsWith(RELAY_PATHS.invitationLook);
      const answer = await fixture.relay.fetch(request);
      return isLook ? new Response((await answer.text()).replaceAll('service.example', 'service.evil.example'), answer) : answer;
    });
    const second = await fixture.invite({ deposit: true });
    expect(await during(client().invitations.look({ link: second.link }))).toEqual({ ok: false, failure: { kind: 'other-service' } });
  });
});

describe('what goes wrong after a claim', () => {
  it('a lost answer is asked for again with the same key, and the company is connected', async () => {
    const fixture = await invitationFixture();
    const { client, during } = fixture;
    const invited = await fixture.invite({ deposit: true });
    const { invitationId } = await questionOn(fixture, invited);
    fixture.listen(async (request) => {
      const answer = await fixture.relay.fetch(request);
      return request.url.endsWith(RELAY_PATHS.invitationClaim) ? new Response(null, { status: 502 }) : answer;
    });
    const yes = { invitationId, name: 'Anne' };
    expect(await during(client().invitations.accept({ ...yes, number: invited.number }))).toMatchObject({
      ok: false,
      failure: { kind: 'relay-unreachable', isKept: true },
    });
    fixture.listen(fixture.relay.fetch);
    // The relay has it as used, and still gives this computer its answer. The number need not be typed again.
    expect(await during(client().invitations.accept(yes))).toMatchObject({ ok: true });
    expect(await during(client().invitations.begun())).toEqual([]);
  });

  it('a crash before the company is connected loses nothing: the claim is in the vault, and goes on without the number', async () => {
    const fixture = await invitationFixture();
    const { client, during, sandbox, network } = fixture;
    const invited = await fixture.invite({ deposit: true });
    const { invitationId } = await questionOn(fixture, invited);
    network.set(PLACES.sandbox, async () => new Response(null, { status: 503 }));
    expect(await during(client().invitations.accept({ invitationId, name: 'Anne', number: invited.number }))).toMatchObject({
      ok: false,
      failure: { isKept: true },
    });
    fixture.desktop.kill();
    network.set(PLACES.sandbox, sandbox.fetch);
    // Long after the relay's ten minutes: the secret is here.
    await fixture.clock.advance(60 * MINUTE_MS);
    await during(fixture.desktop.start());
    expect(await during(client().invitations.accept({ invitationId, name: 'Anne' }))).toMatchObject({ failure: { kind: 'look-again' } });
    const begun = await during(client().invitations.begun());
    expect(begun).toMatchObject([{ relayHost: RELAY_HOST, company: 'Exemple SARL' }]);
    const view = await questionOn(fixture, { link: begun[0]?.link ?? '' });
    expect(view.begun).toBe('secret');
    expect(await during(client().invitations.accept({ invitationId: view.invitationId, name: 'Anne' }))).toMatchObject({ ok: true });
  });
});

describe('an invitation that is over', () => {
  it('says when and by which computer, and undoing it ends that computer’s access', async () => {
    const fixture = await invitationFixture();
    const { client, during } = fixture;
    const invited = await fixture.invite({ deposit: true });
    const thief = await fixture.secondComputer('thief', 'new');
    const { invitationId } = await questionOn(thief, invited);
    const stolen = await thief.during(thief.client().invitations.accept({ invitationId, name: 'Mine', number: invited.number }));
    expect(stolen).toMatchObject({ ok: true });
    expect(await lookAt(fixture, invited)).toMatchObject({ state: 'spent', by: 'thief', who: 'other' });
    expect(await during(client().invitations.undo({ link: invited.link, relayHost: RELAY_HOST }))).toEqual({
      ok: true,
      value: { secretGivenOut: true },
    });
    expect(await lookAt(fixture, invited)).toMatchObject({ state: 'ended', why: 'undone' });
    const companyId = stolen.ok ? stolen.value.id : '';
    expect(await thief.during(thief.client().companies.computers({ companyId }))).toMatchObject({
      ok: false,
      failure: { kind: 'not-found' },
    });
  });

  it('is not undone while nobody has used it, nor after it was withdrawn', async () => {
    const fixture = await invitationFixture();
    const { client, during, relay, clock } = fixture;
    const { link, invitationId } = await fixture.invite({ deposit: true });
    const undo = () => during(client().invitations.undo({ link, relayHost: RELAY_HOST }));
    expect(await undo()).toEqual({ ok: false, failure: { kind: 'not-used' } });
    expect(await lookAt(fixture, { link })).toMatchObject({ state: 'open' });
    await relay.store().withdrawInvitation({ invitationId, by: 'operator', at: clock.wallMs() });
    expect(await undo()).toMatchObject({ ok: false, failure: { kind: 'over', over: { state: 'ended', why: 'withdrawn' } } });
  });

  it('is told in words if it was withdrawn between the question and the yes', async () => {
    const fixture = await invitationFixture();
    const { client, during } = fixture;
    const invited = await fixture.invite({ deposit: true });
    const { invitationId } = await questionOn(fixture, invited);
    await fixture.relay.store().withdrawInvitation({ invitationId: invited.invitationId, by: 'operator', at: fixture.clock.wallMs() });
    expect(await during(client().invitations.accept({ invitationId, name: 'Anne', number: invited.number }))).toMatchObject({
      ok: false,
      failure: { kind: 'over', over: { state: 'ended', why: 'withdrawn' } },
    });
    expect(await during(client().invitations.begun())).toEqual([]);
  });

  it('ends with the fifth wrong number, and is unknown by another code', async () => {
    const fixture = await invitationFixture();
    const { client, during } = fixture;
    const invited = await fixture.invite({ deposit: true });
    const { invitationId } = await questionOn(fixture, invited);
    const lefts: unknown[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const said = await during(client().invitations.accept({ invitationId, name: 'Anne', number: '11111111' }));
      lefts.push(said.ok || said.failure.kind !== 'wrong-number' ? said : said.failure.left);
    }
    expect(lefts).toEqual([4, 3, 2, 1, 0]);
    expect(await during(client().invitations.accept({ invitationId, name: 'Anne', number: invited.number }))).toMatchObject({
      failure: { kind: 'over', over: { why: 'too-many-wrong-numbers' } },
    });
    const link = invited.link.replace(/#.*/, '#1.AAAAAAAAAAAAAAAAAAAAAA');
    expect(await during(client().invitations.look({ link }))).toEqual({ ok: false, failure: { kind: 'unknown' } });
  });
});
