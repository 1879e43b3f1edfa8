import { describe, expect, it } from 'vitest';
import { isSetUp, readInstallation } from '#renderer/settings/installation/read-installation.ts';
import { settingsSchema } from '#shared/app-api/settings.ts';

const SERVICE = {
  baseUrl: 'https://service.example.com/v1',
  authUrl: 'https://auth.example.com',
  jwksUrl: 'https://service.example.com/jwks.json',
  issuer: 'https://service.example.com',
};
const RELAY = 'https://relay.example.com';
const settings = (change: object) => settingsSchema.parse(change);
const KNOWN = settings({ relayUrl: 'https://relay-1.example.com', service: SERVICE });
const read = (value: unknown, before = KNOWN) => readInstallation(JSON.stringify(value), before);

describe('the configuration of an installation', () => {
  it('is read whole, and in parts', () => {
    expect(read({ relayUrl: RELAY, service: SERVICE })).toMatchObject({ ok: true, value: { relayUrl: RELAY, service: SERVICE } });
    expect(read({ relayUrl: RELAY })).toEqual({ ok: true, value: { relayUrl: RELAY } });
    expect(Object.keys(valueOf(read({ service: SERVICE })))).toEqual(['service']);
  });

  it('changes nothing that it does not name, and no other setting', () => {
    const change = valueOf(read({ relayUrl: RELAY, service: null, language: 'fr', userEmail: 'a@example.com', note: 'from Anne' }));
    expect(change).toEqual({ relayUrl: RELAY });
  });

  it.each(['', '{ "relayUrl": ', 'relayUrl: https://relay.example.com', '{}}'])('is not read from a text that is no JSON: %j', (text) => {
    expect(readInstallation(text, KNOWN)).toEqual({ ok: false, failure: { kind: 'json' } });
  });

  it.each([{}, { relayUrl: null, service: null }, { other: 1 }, [], null, 7, 'text'])('is not there in %j', (value) => {
    expect(read(value)).toEqual({ ok: false, failure: { kind: 'empty' } });
  });

  it.each([
    ['relayUrl', { relayUrl: 3, service: SERVICE }],
    ['relayUrl', { relayUrl: 'ftp://relay.example.com' }],
    ['service', { relayUrl: RELAY, service: 'https://service.example.com' }],
    ['service.issuer', { service: { ...SERVICE, issuer: undefined } }],
    ['service.authUrl', { service: { ...SERVICE, authUrl: 'auth' } }],
  ])('names %s, the first member that is wrong', (member, value) => {
    expect(read(value)).toEqual({ ok: false, failure: { kind: 'member', member } });
  });

  it('names the one that is missing, where it is not set yet', () => {
    expect(read({ relayUrl: RELAY }, settings({}))).toEqual(missing('service'));
    expect(read({ service: SERVICE }, settings({}))).toEqual(missing('relayUrl'));
    expect(read({ service: SERVICE }, settings({ relayUrl: RELAY }))).toMatchObject({ ok: true });
    expect(read({ relayUrl: RELAY }, settings({ relayUrl: RELAY }))).toEqual(missing('service'));
  });

  it('is complete with both of its members only', () => {
    expect(isSetUp(settings({ relayUrl: RELAY, service: SERVICE }))).toBe(true);
    expect(isSetUp(settings({ relayUrl: RELAY }))).toBe(false);
    expect(isSetUp(settings({ service: SERVICE }))).toBe(false);
  });
});

function missing(member: string) {
  return { ok: false, failure: { kind: 'missing', member } };
}

function valueOf(result: ReturnType<typeof readInstallation>): object {
  return result.ok ? result.value : {};
}
