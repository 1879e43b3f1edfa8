import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { headFaults } from '#test/support/network/head-faults.ts';
import { openRelay, type RelayBench } from '../relay-bench.ts';
import { invite, INVITED } from './invited.ts';

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
    // This one is put on every answer by the server (test/relay/answer-headers.test.ts).
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
