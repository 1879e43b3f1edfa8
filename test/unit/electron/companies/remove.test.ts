import { describe, expect, it, vi } from 'vitest';
import type { RelayProblem } from '#electron/companies/prove.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aWorld, connected, ONE, type World } from './bench.ts';
import {
  isConfirmed,
  isSameService,
  type KnownRelays,
  readInvitation,
  serviceHosts,
} from '#electron/companies/invitation/read-invitation.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';

/** Whether this answer of the relay ends the farewell; otherwise the app asks again. */
const LEFT: Readonly<Record<RelayProblem['kind'], boolean>> = {
  'not-found': true,
  'device-unknown': true,
  'sent-away': true,
  'not-set-up': true,
  'no-device': false,
  refused: false,
  limited: false,
  unreachable: false,
  'not-understood': false,
};
const KEPT = { forget: false };

/** The vault writes to a real disk, which no virtual clock speeds up. */
const left = ({ journal }: World, count: number) =>
  vi.waitFor(() => expect(journal.companies.leavings()).toHaveLength(count), { timeout: 20_000 });
const outOfVault = ({ journal }: World) =>
  vi.waitFor(() => expect(journal.companies.leavings()).toMatchObject([{ secret: false }]), { timeout: 20_000 });

describe('removing a company', () => {
  it('takes its secret and this device’s token out of the vault', async () => {
    const world = aWorld();
    const company = await connected(world);
    world.companies.start();
    expect(world.companies.remove(company.id, KEPT)).toEqual({ ok: true, value: { folders: 0, unsent: 0, unanswered: 0 } });
    await left(world, 0);
    expect(world.asked).toContain('leave for good');
    expect(await world.secrets.secretOf(ONE)).toMatchObject({ failure: { kind: 'absent' } });
    expect(await world.secrets.deviceToken()).toMatchObject({ failure: { kind: 'absent' } });
  });

  it('waits for a relay that is away, and is not asked about meanwhile', async () => {
    const world = aWorld();
    const company = await connected(world);
    world.says.leave = { kind: 'unreachable' };
    world.companies.start();
    await world.clock.advance(1_000);
    world.asked.length = 0;
    world.companies.remove(company.id, KEPT);
    await outOfVault(world);
    await world.clock.advance(46 * MINUTE_MS);
    // At once, and then every quarter of an hour; the service is not asked about it.
    expect(world.asked).toEqual(Array.from({ length: 4 }, () => 'leave for good'));
    expect(world.journal.companies.leavings()).toEqual([{ integrationId: ONE, secret: false, relay: true, forget: false }]);
    world.says.leave = null;
    await world.clock.advance(15 * MINUTE_MS);
    await left(world, 0);
  });

  it.each(Object.entries(LEFT) as [RelayProblem['kind'], boolean][])('has left a relay that says %s: %s', async (kind, isLeft) => {
    const world = aWorld();
    const company = await connected(world);
    world.says.leave = { kind };
    world.companies.start();
    world.companies.remove(company.id, KEPT);
    if (isLeft) return left(world, 0);
    await outOfVault(world);
    expect(world.journal.companies.leavings()).toMatchObject([{ secret: false, relay: true }]);
  });

  it('asks the relay to delete what it keeps, by the secret, which stays until that is confirmed, before it leaves it', async () => {
    const world = aWorld();
    const company = await connected(world);
    world.says.forget = { kind: 'unreachable' };
    world.companies.start();
    await world.clock.advance(1_000);
    world.asked.length = 0;
    world.companies.remove(company.id, { forget: true });
    await world.clock.advance(16 * MINUTE_MS);
    // A device that has left may not ask again.
    expect(new Set(world.asked)).toEqual(new Set(['forget s3cret']));
    expect(await world.secrets.secretOf(ONE)).toEqual({ ok: true, value: 's3cret' });
    world.says.forget = null;
    await world.clock.advance(15 * MINUTE_MS);
    await left(world, 0);
    expect(world.asked.slice(-2)).toEqual(['forget s3cret', 'leave for good']);
    expect(await world.secrets.secretOf(ONE)).toMatchObject({ failure: { kind: 'absent' } });
  });

  it('gives up having the relay delete it when the vault has lost the secret, or the service takes it no more, and says so in the log', async () => {
    for (const how of ['lost', 'wrong'] as const) {
      const world = aWorld();
      const company = await connected(world);
      if (how === 'lost') await world.secrets.dropSecret(ONE);
      world.says.forget = how === 'lost' ? null : { kind: 'not-found' };
      world.companies.start();
      world.companies.remove(company.id, { forget: true });
      await left(world, 0);
      expect(world.asked.filter((one) => one.startsWith('forget'))).toEqual(how === 'lost' ? [] : ['forget s3cret']);
      const line = world.log.lines.find(({ message }) => message === 'the relay is asked to delete what it keeps');
      expect(line?.fields).toMatchObject({ deleted: how === 'lost' ? 'secret-gone' : 'not-found' });
    }
  });

  it('is nothing to do for one that is not there', async () => {
    const world = aWorld();
    const company = await connected(world);
    world.companies.remove(company.id, KEPT);
    expect(world.companies.remove(company.id, KEPT)).toEqual({ ok: false, failure: { kind: 'not-found' } });
    expect(world.companies.removal(company.id)).toEqual({ ok: false, failure: { kind: 'not-found' } });
  });

  it('that is connected again before the relay was reached keeps its place there', async () => {
    const world = aWorld();
    const company = await connected(world);
    world.says.leave = { kind: 'unreachable' };
    world.companies.start();
    world.companies.remove(company.id, KEPT);
    await outOfVault(world);
    const again = { name: 'Bakery', colour: null, integrationId: ONE, integrationSecret: 's3cret' };
    expect(await world.companies.connect(again)).toMatchObject({ ok: true, value: { id: company.id } });
    world.asked.length = 0;
    world.says.leave = null;
    await world.clock.advance(16 * MINUTE_MS);
    expect(world.asked.filter((one) => one.startsWith('leave'))).toEqual([]);
    expect(await world.secrets.secretOf(ONE)).toEqual({ ok: true, value: 's3cret' });
  });
});

const CODE = 'AAAAAAAAAAAAAAAAAAAAAA';
const NEW: KnownRelays = { relayUrl: null, hasCompanies: false, pinned: [] };
const linkTo = (host: string) => `intray://${host}/invitation#1.${CODE}`;
const read = (text: string, known = NEW) => readInvitation(text, known);

describe('the relay of an invitation', () => {
  it.each([
    ['localhost', 'loopback'],
    ['intray.localhost', 'loopback'],
    ['localhost:8443', 'loopback'],
    ['127.0.0.1', 'address'],
    ['127.1', 'address'],
    ['2130706433', 'address'],
    ['0x7f.0.0.1', 'address'],
    ['192.168.1.4:8443', 'address'],
    ['10.0.0.7', 'address'],
  ])('is never %s: %s', (host, kind) => {
    expect(read(linkTo(host))).toEqual({ ok: false, failure: { kind } });
  });

  it.each([
    ['a user part', `intray://relay.example.com@evil.example/invitation#1.${CODE}`],
    ['a user part with a password', `https://anne:x@relay.example.com/invitation#1.${CODE}`],
    ['an IPv6 address', `https://[::1]/invitation#1.${CODE}`],
    ['no https', `http://relay.example.com/invitation#1.${CODE}`],
    ['a letter of another alphabet', `https://relаy.example.com/invitation#1.${CODE}`],
    ['a dot of another alphabet', `https://relay。example.com/invitation#1.${CODE}`],
    ['a backslash', `https://relay.example.com\\@evil.example/invitation#1.${CODE}`],
    ['an encoded slash', `https://relay.example.com%2f@evil.example/invitation#1.${CODE}`],
    ['upper case, which is another spelling', `https://Relay.example.com/invitation#1.${CODE}`],
    ['a query', `https://relay.example.com/invitation?to=evil.example#1.${CODE}`],
    ['another version', `https://relay.example.com/invitation#2.${CODE}`],
  ])('is not read from a link with %s', (_, link) => {
    expect(read(link)).toMatchObject({ ok: false, failure: { kind: 'damaged' } });
  });

  it('is told in punycode, so that a look-alike is no match for the known one', () => {
    const known: KnownRelays = { ...NEW, relayUrl: 'https://relay.example.com', pinned: ['https://pinned.example.com'] };
    // "relаy" with a Cyrillic "а".
    expect(read(linkTo('xn--rely-83d.example.com'), known)).toMatchObject({
      ok: true,
      value: { relay: 'other', relayHost: 'xn--rely-83d.example.com' },
    });
    expect(read(linkTo('relay.example.com'), known)).toMatchObject({ ok: true, value: { relay: 'own' } });
    expect(read(linkTo('pinned.example.com'), known)).toMatchObject({ ok: true, value: { relay: 'pinned' } });
    for (const host of ['relay.example.com.evil.example', 'xrelay.example.com', 'relay.example.com:8443', 'example.com'])
      expect(read(linkTo(host), known)).toMatchObject({ ok: true, value: { relay: 'other' } });
  });

  it('of a profile with companies is theirs and no other, pinned or not', () => {
    const known: KnownRelays = { relayUrl: 'https://relay.example.com/', hasCompanies: true, pinned: ['https://pinned.example.com'] };
    expect(read(linkTo('relay.example.com'), known)).toMatchObject({ ok: true, value: { relay: 'own' } });
    for (const host of ['pinned.example.com', 'other.example', 'relay.example.com:8443'])
      expect(read(linkTo(host), known)).toEqual({ ok: false, failure: { kind: 'other-relay' } });
    // A relay below a path is another one.
    expect(read(linkTo('relay.example.com'), { ...known, relayUrl: 'https://relay.example.com/intray' })).toMatchObject({ ok: false });
  });

  it('is confirmed by its whole domain alone, with its port or without', () => {
    expect(isConfirmed('relay.example.com:8443', ' relay.example.com ')).toBe(true);
    expect(isConfirmed('relay.example.com:8443', 'RELAY.example.com:8443')).toBe(true);
    // The Kelvin sign is no K here, although its lower case is one.
    expect(isConfirmed('kiosk.example', '\u212Aiosk.example')).toBe(false);
    for (const typed of [undefined, '', '.', 'example.com', 'relay.example.com.', 'relay.example.com:443', 'https://relay.example.com'])
      expect(isConfirmed('relay.example.com', typed)).toBe(false);
  });
});

describe('the service that a relay names', () => {
  const SERVICE = serviceProfileSchema.parse({
    baseUrl: 'https://service.example.com/v1',
    authUrl: 'https://auth.example.com',
    jwksUrl: 'https://service.example.com/jwks.json',
    issuer: 'https://service.example.com',
  });

  it('is told by its hosts, each by what is there, also where they are the same', () => {
    expect(serviceHosts(SERVICE)).toEqual({ documents: 'service.example.com', signIn: 'auth.example.com', keys: 'service.example.com' });
    const one = {
      baseUrl: 'https://relay.example.com/v1',
      authUrl: 'https://relay.example.com',
      jwksUrl: 'https://relay.example.com/jwks',
    };
    expect(serviceHosts({ ...SERVICE, ...one })).toEqual({
      documents: 'relay.example.com',
      signIn: 'relay.example.com',
      keys: 'relay.example.com',
    });
  });

  it.each([
    ['upper case', 'https://SERVICE.Example.com/v1', 'service.example.com'],
    ['the port of https', 'https://service.example.com:443/v1', 'service.example.com'],
    ['another port', 'https://service.example.com:8443/v1', 'service.example.com:8443'],
    ['a dot at the end', 'https://service.example.com./v1', 'service.example.com.'],
    ['an umlaut', 'https://cabinet-vilär.example/v1', 'xn--cabinet-vilr-qcb.example'],
    ['a Cyrillic “е”', 'https://servicе.example.com/v1', 'xn--servic-8of.example.com'],
    ['a full-width letter, which is the same one', 'https://ｓervice.example.com/v1', 'service.example.com'],
    ['an ideographic dot, which is the same one', 'https://service。example.com/v1', 'service.example.com'],
    ['the real name in its path', 'https://evil.example/service.example.com', 'evil.example'],
    ['the real name below another', 'https://service.example.com.evil.example/v1', 'service.example.com.evil.example'],
    ['an empty user part', 'https://@evil.example/v1', 'evil.example'],
    ['a backslash, which is a slash', 'https://evil.example\\@service.example.com/v1', 'evil.example'],
  ])('with %s is told as the program will call it', (_, url, host) => {
    expect(serviceHosts({ ...SERVICE, baseUrl: url })?.documents).toBe(host);
  });

  it.each([
    'http://service.example.com',
    'http://127.0.0.1:4100',
    'https://127.0.0.1',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://[2001:db8::1]:8443/',
    'https://203.0.113.7/v1',
    'https://localhost:4100',
    'https://anne@service.example.com',
    'https://service.example.com@evil.example/v1',
    'https://service.example.com:x@evil.example/v1',
  ])('is refused if one of its addresses is %s', (url) => {
    for (const name of ['baseUrl', 'authUrl', 'jwksUrl'] as const) expect(serviceHosts({ ...SERVICE, [name]: url })).toBeNull();
  });

  it('is the same one with a slash at the end, and another one by any other difference', () => {
    expect(isSameService(SERVICE, { ...SERVICE, authUrl: 'https://auth.example.com/', scope: 'more' })).toBe(true);
    for (const change of [{ baseUrl: 'https://service.example.com/v2' }, { jwksUrl: 'https://keys.example.com' }, { issuer: 'else' }])
      expect(isSameService(SERVICE, { ...SERVICE, ...change })).toBe(false);
  });
});
