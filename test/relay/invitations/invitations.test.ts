import { base64urlnopad } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { CONFIG, fetchPage, openRelay } from '../relay-bench.ts';
import { claimerOf, claimWith, type Invited, invite, INVITED, lookAt, secretIn, undo, wrongNumber } from './invited.ts';

const NOBODY = { find: base64urlnopad.encode(new Uint8Array(32).fill(9)) };

describe('an invitation', () => {
  it('is looked at as often as one likes, and says what the relay knows', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const { token } = await bench.device();
    const service = {
      baseUrl: CONFIG.baseUrl,
      authUrl: CONFIG.authUrl,
      jwksUrl: CONFIG.jwksUrl,
      issuer: CONFIG.issuer,
      scope: CONFIG.scope,
      apiKeyHeader: CONFIG.apiKeyHeader,
      signatureHeader: CONFIG.signatureHeader,
    };
    const offered = {
      state: 'open',
      integrationId: INVITED,
      company: 'Exemple SARL',
      accountant: 'Cabinet Exemple',
      service,
      hasSecret: true,
    };
    for (let turn = 0; turn < 3; turn += 1) {
      const look = await lookAt(bench, invited, token);
      expect([look.status, look.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(await look.json()).toEqual({ ...offered, expiresAt: bench.clock.wallMs() + DAY_MS });
    }
    expect((await claimWith(bench, invited, claimerOf(token), invited.number)).status).toBe(200);
  });

  it('gives its secret to the device that claims it, and no log until that is proved', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const { token } = await bench.device();
    const claimer = claimerOf(token);
    const claimed = await claimWith(bench, invited, claimer, invited.number);
    expect([claimed.status, claimed.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const integrationSecret = await secretIn(claimed, invited, claimer);
    expect(integrationSecret).toBe(bench.service.integration(INVITED));
    await expect(fetchPage(bench, token, INVITED)).rejects.toThrow('404');
    expect((await bench.call('GET', RELAY_PATHS.accessToken, { token })).status).toBe(404);
    const proved = await bench.call('POST', RELAY_PATHS.integrations, { token, json: { integrationId: INVITED, integrationSecret } });
    expect(proved.status).toBe(200);
    expect((await fetchPage(bench, token, INVITED)).events).toEqual([]);
  });

  it('without a deposited secret names the integration, and gives nothing else', async () => {
    const bench = await openRelay();
    const invited = await invite(bench, { secret: null });
    const { token } = await bench.device();
    expect(await (await lookAt(bench, invited, token)).json()).toMatchObject({ hasSecret: false });
    const claimed = await claimWith(bench, invited, claimerOf(token), null);
    expect(await claimed.json()).toEqual({ integrationId: INVITED, sealed: null });
    await expect(fetchPage(bench, token, INVITED)).rejects.toThrow('404');
  });

  it('is 404 to every code that is none, and 401 without a device', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const { token } = await bench.device();
    const none: Invited = { ...invited, ...NOBODY };
    for (const asked of [lookAt(bench, none, token), undo(bench, none, token), claimWith(bench, none, claimerOf(token), '00000000')]) {
      const answer = await asked;
      expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'not-found' })]);
    }
    for (const asked of [lookAt(bench, invited, ''), undo(bench, invited, ''), claimWith(bench, invited, claimerOf(''), '00000000')]) {
      expect((await asked).status).toBe(401);
    }
    for (const json of [{}, { find: invited.code }, { find: `${invited.find}=` }, { find: null }]) {
      expect((await bench.call('POST', RELAY_PATHS.invitationLook, { token, json })).status).toBe(400);
    }
    expect(await (await lookAt(bench, invited, token)).json()).toMatchObject({ state: 'open' });
  });

  it('whose answer was lost is given again to the same claim for ten minutes', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const [{ token }, other] = [await bench.device(), await bench.device()];
    const claimer = claimerOf(token);
    const first = await claimWith(bench, invited, claimer, invited.number);
    await bench.clock.advance(10 * MINUTE_MS - 1);
    const again = await claimWith(bench, invited, claimer, invited.number);
    expect(await again.clone().json()).not.toEqual(await first.json());
    expect(await secretIn(again, invited, claimer)).toBe(bench.service.integration(INVITED));
    const thief = { token: other.token, keys: claimer.keys };
    for (const of of [claimerOf(token), thief]) expect((await claimWith(bench, invited, of, invited.number)).status).toBe(409);
    await bench.clock.advance(1);
    expect((await claimWith(bench, invited, claimer, invited.number)).status).toBe(409);
  });

  it('ends with its day', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const { token } = await bench.device();
    const expiresAt = bench.clock.wallMs() + DAY_MS;
    await bench.clock.advance(DAY_MS);
    expect(await (await lookAt(bench, invited, token)).json()).toEqual({ state: 'ended', why: 'expired', at: expiresAt });
    const late = await claimWith(bench, invited, claimerOf(token), invited.number);
    expect([late.status, await late.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'ended', invitation: { state: 'ended', why: 'expired', at: expiresAt } }),
    ]);
  });

  it('is not claimed by a key that everybody could answer for', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const { token } = await bench.device();
    const weak = { token, keys: { publicKey: new Uint8Array(32), privateKey: new Uint8Array(32) } };
    const refused = await claimWith(bench, invited, weak, invited.number);
    expect([refused.status, await refused.json()]).toEqual([422, expect.objectContaining({ code: 'claim-key' })]);
    expect(await (await lookAt(bench, invited, token)).json()).toMatchObject({ state: 'open' });
  });

  it('is asked for within limits, of a device and of an address', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const devices = await Promise.all(Array.from({ length: 7 }, () => bench.device()));
    const last = devices[6]?.token ?? '';
    const looks = async (token: string, times: number, from?: string): Promise<readonly number[]> => {
      const statuses: number[] = [];
      const json = { find: invited.find };
      const of = from === undefined ? { token, json } : { token, json, from };
      for (let turn = 0; turn < times; turn += 1) statuses.push((await bench.call('POST', RELAY_PATHS.invitationLook, of)).status);
      return statuses;
    };
    expect(await looks(last, 21, '192.0.2.1')).toEqual([...Array<number>(20).fill(200), 429]);
    await bench.clock.advance(MINUTE_MS);
    for (const { token } of devices.slice(0, 6)) expect(await looks(token, 20)).toEqual(Array<number>(20).fill(200));
    expect(await looks(last, 1)).toEqual([429]);
    expect(await looks(last, 1, '192.0.2.2')).toEqual([200]);
  });

  it('is counted and logged without code, number or secret', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const [{ token }, other] = [await bench.device(), await bench.device()];
    await claimWith(bench, invited, claimerOf(token), null);
    await claimWith(bench, invited, claimerOf(token), wrongNumber(invited.number));
    await claimWith(bench, invited, claimerOf(token), invited.number);
    await claimWith(bench, invited, claimerOf(other.token), invited.number);
    await lookAt(bench, NOBODY, token);
    await undo(bench, invited, other.token);
    const metrics = await bench.metrics();
    for (const happening of ['number_needed', 'wrong_number', 'claimed', 'over', 'unknown', 'undone']) {
      expect(metrics).toContain(`intray_relay_invitations_total{happening="${happening}"} 1\n`);
    }
    expect(metrics).toContain('intray_relay_invitations_open 0\n');
    const text = bench.log.text();
    expect(text).toContain(invited.invitationId);
    for (const hidden of [invited.code, invited.find, invited.number, bench.service.integration(INVITED), 'Exemple']) {
      expect(text).not.toContain(hidden);
    }
  });
});

describe('five wrong numbers', () => {
  it('end an invitation, which says how many tries are left before', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const { token } = await bench.device();
    const claimer = claimerOf(token);
    const needed = await claimWith(bench, invited, claimer, null);
    expect([needed.status, await needed.json()]).toEqual([403, expect.objectContaining({ code: 'number-needed', left: 5 })]);
    for (const left of [4, 3, 2, 1, 0]) {
      const wrong = await claimWith(bench, invited, claimer, wrongNumber(invited.number, left + 1));
      expect([wrong.status, await wrong.json()]).toEqual([403, expect.objectContaining({ code: 'wrong-number', left })]);
    }
    const over = await claimWith(bench, invited, claimer, invited.number);
    const invitation = { state: 'ended', why: 'too-many-wrong-numbers', at: bench.clock.wallMs() };
    expect([over.status, await over.json()]).toEqual([409, expect.objectContaining({ code: 'ended', invitation })]);
    expect(await (await lookAt(bench, invited, token)).json()).toEqual(invitation);
    expect((await undo(bench, invited, token)).status).toBe(409);
  });

  it('are five, whoever sends them, and from however many devices', async () => {
    const bench = await openRelay();
    const invited = await invite(bench);
    const devices = await Promise.all(Array.from({ length: 10 }, () => bench.device()));
    const guesses = devices.map(({ token }, n) => claimWith(bench, invited, claimerOf(token), wrongNumber(invited.number, n + 1)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([...Array<number>(5).fill(403), ...Array<number>(5).fill(409)]);
  });
});
