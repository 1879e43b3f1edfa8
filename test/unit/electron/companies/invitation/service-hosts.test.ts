import { describe, expect, it } from 'vitest';
import { isSameService, serviceHosts } from '#electron/companies/invitation/read-invitation.ts';
import { serviceProfileSchema } from '#shared/contract/service-profile.ts';

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
