import { base64urlnopad } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { listen } from '../listen.ts';
import { fetchPage, openRelay, uuid } from '../relay-bench.ts';
import { claimerOf, claimWith, invite, INVITED, lookAt, secretIn, undo, wrongNumber } from './invited.ts';

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
