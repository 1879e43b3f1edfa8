import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings, SETTING_NAMES } from '#relay/config.ts';

const GOOD = {
  RELAY_BASE_URL: 'https://api.service.example/v1',
  RELAY_AUTH_URL: 'https://auth.service.example',
  RELAY_JWKS_URL: 'http://127.0.0.1:9/jwks',
  RELAY_ISSUER: 'https://service.example',
  RELAY_CLIENT_ID: 'id',
  RELAY_CLIENT_SECRET: 'hush',
};

describe('the settings of the relay', () => {
  it('have defaults for all that is not the service', () => {
    expect(readSettings({ ...GOOD, RELAY_SCOPE: '', PATH: '/bin' })).toMatchObject({
      ok: true,
      value: { RELAY_SCOPE: '', RELAY_STORE: 'sqlite:intray-relay.db', RELAY_HOST: '127.0.0.1', RELAY_PORT: 8420 },
    });
  });

  it('name everything that is missing or wrong, and never a value', () => {
    const wrong = readSettings({ ...GOOD, RELAY_BASE_URL: 'http://api.service.example', RELAY_PORT: 'hush', RELAY_CLIENT_ID: '' });
    expect(wrong.ok).toBe(false);
    const lines = wrong.ok ? [] : wrong.failure;
    expect(lines.map((line) => line.split(':')[0])).toEqual(['RELAY_BASE_URL', 'RELAY_CLIENT_ID', 'RELAY_PORT']);
    expect(lines[0]).toContain('must be https');
    expect(lines[1]).toBe('RELAY_CLIENT_ID: is missing');
    expect(lines.join()).not.toContain('hush');
  });

  it('are each explained in docs/operations/relay.md', () => {
    const page = readFileSync('docs/operations/relay.md', 'utf8');
    const rows = Array.from(page.matchAll(/^\| `(RELAY_[A-Z_]+)` \|/gm), (match) => match[1]);
    expect(new Set(rows)).toEqual(new Set(SETTING_NAMES));
  });
});
