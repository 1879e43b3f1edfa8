import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { headFaults } from '#test/support/network/scripted-server.ts';
import { fetchPage, listen, openRelay, type RelayBench, uuid } from '../relay-bench.ts';
import { claimerOf, claimWith, invite, INVITED, lookAt, secretIn, undo, wrongNumber } from './invited.ts';
import { base64urlnopad } from '@scure/base';
import { MINUTE_MS } from '#shared/lib/duration.ts';

describe('the page of an invitation', () => {
  it('claims nothing, whatever a mailbox that opens links asks for', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const before = await everything(bench);
    const pages = new Set<string>();
    for (const query of ['', `?1.${invited.code}`, `?code=${invited.code}`, `?find=${invited.find}`]) {
      const address = `http://relay.test${RELAY_PATHS.invitationPage}${query}`;
      const [page, head] = [
        await bench.relay.fetch(new Request(address)),
        await bench.relay.fetch(new Request(address, { method: 'HEAD' })),
      ];
      expect([page.status, head.status, await head.text()]).toEqual([200, 200, '']);
      pages.add(await page.text());
    }
    // The same to everybody: it knows no invitation.
    expect(pages.size).toBe(1);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const request = new Request(`http://relay.test${RELAY_PATHS.invitationPage}`, {
        method,
        body: JSON.stringify({ find: invited.find }),
      });
      expect((await bench.relay.fetch(request)).status).toBe(404);
    }
    const { token } = await bench.device();
    for (const path of [RELAY_PATHS.invitationLook, RELAY_PATHS.invitationClaim, RELAY_PATHS.invitationUndo]) {
      const request = new Request(`http://relay.test${path}?find=${invited.find}`, { headers: { authorization: `Bearer ${token}` } });
      expect((await bench.relay.fetch(request)).status).toBe(404);
    }
    expect(await everything(bench)).toEqual(before);
    expect(bench.log.text()).not.toContain(invited.code);
  });

  it('lets nothing run but its own script and style, and is neither kept, framed nor passed on', async () => {
    const bench = await openRelay();
    const page = await bench.call('GET', RELAY_PATHS.invitationPage);
    const policy = page.headers.get('content-security-policy') ?? '';
    const text = await page.text();
    const parts = Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/)));
    expect(parts).toEqual({
      'default-src': "'none'",
      'script-src': hashOf(text, 'script'),
      'style-src': hashOf(text, 'style'),
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    const faults = headFaults({ headers: page.headers });
    // This one is put on every answer by the server (test/relay/refusals.test.ts).
    expect(faults).toEqual(['open to other origins']);
    expect(page.headers.get('cache-control')).toBe('no-store');
    // Nothing outside of what is hashed: no handler, no address that would be fetched.
    expect(text).not.toMatch(/ on[a-z]+=| src=|<link|<img|<form|<iframe/);
  });

  it.each([
    ['fr', 'fr-FR,fr;q=0.9,en;q=0.8'],
    ['fr', 'de, en;q=0.5, fr;q=0.7'],
    ['en', 'en-GB,en;q=0.9,fr;q=0.8'],
    ['en', 'de-DE'],
    ['en', ''],
    ['en', 'fr;q=0, *'],
    ['en', 'fresh'],
  ])('is in %s first for %j, with the other language beside it', async (language, accepted) => {
    const bench = await openRelay();
    const text = await (await bench.call('GET', RELAY_PATHS.invitationPage, { headers: { 'accept-language': accepted } })).text();
    const both = ['Your Intray invitation', 'Votre invitation Intray'];
    for (const title of both) expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`<html lang="${language}">`);
    const [first, second] = both.map((title) => text.indexOf(`<h1>${title}</h1>`));
    expect((first ?? 0) < (second ?? 0)).toBe(language === 'en');
  });
});

async function everything({ store }: RelayBench) {
  return {
    invitations: await store.invitations({ after: null, rowsMax: 10, now: 0 }),
    audit: await store.invitationAudit({ after: 0, rowsMax: 10 }),
    devices: await store.readDevices(integrationIdSchema.parse(INVITED)),
  };
}

function hashOf(page: string, element: string): string {
  const [, source = ''] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(page) ?? [];
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

const OWN = uuid(5, 2);

describe('an impostor who is a customer of the same service', () => {
  it('reads nothing with an invitation that carries no secret: a secret of their own proves only their own integration', async () => {
    const bench = await openRelay();
    const invited = await invite(bench, { secret: null });
    const impostor = await bench.device(OWN);
    expect((await claimWith(bench, invited, claimerOf(impostor.token), null)).status).toBe(200);
    const json = { integrationId: INVITED, integrationSecret: bench.service.integration(OWN) };
    bench.service.integration(INVITED);
    expect((await bench.call('POST', RELAY_PATHS.integrations, { token: impostor.token, json })).status).toBe(404);
    await expect(fetchPage(bench, impostor.token, INVITED)).rejects.toThrow('404');
    expect((await fetchPage(bench, impostor.token, OWN)).events).toEqual([]);
  });

  it('gets no secret without the number, and has no more tries by enrolling anew', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const bodies: string[] = [];
    for (let n = 1; n <= 5; n += 1) {
      const { token } = await bench.device(OWN);
      bodies.push(await (await claimWith(bench, invited, claimerOf(token), wrongNumber(invited.number, n))).text());
    }
    for (const body of bodies) expect(body).not.toContain('ciphertext');
    const { token } = await bench.device(OWN);
    expect((await claimWith(bench, invited, claimerOf(token), invited.number)).status).toBe(409);
  });
});

describe('an attacker who comes first', () => {
  it('is seen, and undone by whoever holds the code: the stream ends, and a log that was open is closed', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const enrolled = await bench.call('POST', RELAY_PATHS.devices, { json: { name: 'PC-MALICE' } });
    const { deviceToken: token } = (await enrolled.json()) as { deviceToken: string };
    const attacker = claimerOf(token);
    const integrationSecret = await secretIn(await claimWith(bench, invited, attacker, invited.number), invited, attacker);
    const proof = () => bench.call('POST', RELAY_PATHS.integrations, { token, json: { integrationId: INVITED, integrationSecret } });
    expect((await proof()).status).toBe(200);
    const claimedAt = bench.clock.wallMs();
    await bench.clock.advance(MINUTE_MS);

    const invitee = await bench.device();
    // By the key of the attacker's claim, which is nobody else's; the name is what they called themselves.
    const spent = { state: 'spent', at: claimedAt, by: 'PC-MALICE', key: base64urlnopad.encode(attacker.keys.publicKey) };
    expect(await (await lookAt(bench, invited, invitee.token)).json()).toEqual(spent);
    const late = await claimWith(bench, invited, claimerOf(invitee.token), invited.number);
    expect([late.status, await late.json()]).toEqual([409, expect.objectContaining({ code: 'spent', invitation: spent })]);

    const stream = await listen((request) => bench.relay.fetch(request), token);
    expect(await stream.until('"seq":0')).toBe(true);
    const undone = await undo(bench, invited, invitee.token);
    expect([undone.status, await undone.json()]).toEqual([200, { integrationId: INVITED, secretGivenOut: true }]);
    expect(await stream.until('never')).toBe(false);
    expect((await bench.call('GET', eventsPath(INVITED), { token })).status).toBe(410);
    expect((await claimWith(bench, invited, attacker, invited.number)).status).toBe(409);
    const ended = { state: 'ended', why: 'undone', at: bench.clock.wallMs() };
    expect(await (await lookAt(bench, invited, invitee.token)).json()).toEqual(ended);
    // The attacker still knows the secret: only the service can end that, which is why the answer says so.
    bench.service.secrets.set(INVITED, 'another-secret');
    await bench.clock.advance(61 * MINUTE_MS);
    expect((await proof()).status).toBe(404);
  });

  it('cannot be undone before anything was claimed, and an undoing may be repeated', async () => {
    const bench = await openRelay();
    const invited = await invite(bench, { secret: null });
    const { token } = await bench.device();
    const early = await undo(bench, invited, token);
    expect([early.status, await early.json()]).toEqual([409, expect.objectContaining({ code: 'not-claimed' })]);
    expect((await claimWith(bench, invited, claimerOf(token), null)).status).toBe(200);
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await undo(bench, invited, token);
      expect([answer.status, await answer.json()]).toEqual([200, { integrationId: INVITED, secretGivenOut: false }]);
    }
  });
});

describe('two claimers at once', () => {
  it('are one winner with the secret, and one who is told who was first', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const claimers = await Promise.all(Array.from({ length: 8 }, async () => claimerOf((await bench.device()).token)));
    const answers = await Promise.all(claimers.map((claimer) => claimWith(bench, invited, claimer, invited.number)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, ...Array<number>(7).fill(409)]);
    const [at] = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    const [winner, answer] = [claimers[at ?? 0], answers[at ?? 0]];
    if (winner === undefined || answer === undefined) throw new Error('somebody won');
    expect(await secretIn(answer.clone(), invited, winner)).toBe(bench.service.integration(INVITED));
    // Nobody else opens what the winner got, even with the code.
    const others = claimers.filter((claimer) => claimer !== winner);
    for (const other of others) expect(await secretIn(answer.clone(), invited, other)).toBeNull();
  });
});

describe('an invitation that is withdrawn while it is claimed', () => {
  it('is claimed or withdrawn, and who loses is told so', async () => {
    const bench = await openRelay();
    const { token } = await bench.device();
    for (let turn = 0; turn < 8; turn += 1) {
      const invited = await invite(bench);
      const [claimed, withdrawn] = await Promise.all([
        claimWith(bench, invited, claimerOf(token), invited.number),
        bench.store.withdrawInvitation({ invitationId: invited.invitationId, by: 'operator-7', at: bench.clock.wallMs() }),
      ]);
      expect([claimed.status, withdrawn?.ended?.why]).toEqual(claimed.status === 200 ? [200, 'claimed'] : [409, 'withdrawn']);
    }
    const withdrawn = await invite(bench);
    await bench.store.withdrawInvitation({ invitationId: withdrawn.invitationId, by: 'operator-7', at: bench.clock.wallMs() });
    const late = await claimWith(bench, withdrawn, claimerOf(token), withdrawn.number);
    const invitation = { state: 'ended', why: 'withdrawn', at: bench.clock.wallMs() };
    expect([late.status, await late.json()]).toEqual([409, expect.objectContaining({ code: 'ended', invitation })]);
  });
});
