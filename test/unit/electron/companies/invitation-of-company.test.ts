import { describe, expect, it } from 'vitest';
import {
  isConfirmed,
  isSameService,
  type KnownRelays,
  readInvitation,
  serviceHosts,
} from '#electron/companies/invitation/read-invitation.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';

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
