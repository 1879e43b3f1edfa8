import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConsoleFile, consoleRoute } from '#sandbox/console/console-route.ts';
import { refuseForeignPage } from '#sandbox/control/foreign-page.ts';
import { openApi } from '#sandbox/control/open-api.ts';
import { openStore } from '#sandbox/store/store.ts';
import { DEFAULT_SWITCHES, switchesSchema } from '#sandbox/switches/switches-schema.ts';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { consoleSwitches } from '#shared/i18n/console-switches.ts';
import { SECOND_MS, wallMs } from '#shared/lib/duration.ts';
import { seededRandom } from '#test/support/seeded-random.ts';

const INTEGRATION = integrationIdSchema.parse('0d9c7a7e-6d1b-4c55-8b53-51f2a2ab7c01');

describe('the control API refuses', () => {
  const host = '127.0.0.1:4100';

  it('pages of other sites and origins, and names that were made to point here', () => {
    expect(asked({ host, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(asked({ host, 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(asked({ host, origin: 'http://127.0.0.1:9999' })).toBe(403);
    expect(asked({ host, origin: 'null' })).toBe(403);
    expect(asked({ host: 'evil.example:4100', origin: 'http://evil.example:4100' })).toBe(403);
  });

  it('neither its own page nor a program', () => {
    expect(asked({ host, 'sec-fetch-site': 'same-origin', origin: `http://${host}` })).toBeUndefined();
    expect(asked({ host, 'sec-fetch-site': 'none' })).toBeUndefined();
    expect(asked({ host: 'localhost:4100' })).toBeUndefined();
    expect(asked({ host: '[::1]:4100' })).toBeUndefined();
    expect(asked({})).toBeUndefined();
  });
});

describe('the console', () => {
  it('says how to build it when it is not built', async () => {
    const answer = await get(async () => null, '/console/');
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('npm run build')]);
  });

  it('serves its own few files under a policy without exceptions, and nothing else', async () => {
    expect((await get(built, '/console')).headers.get('location')).toBe('/console/');
    for (const path of ['/console/', '/console/console.js', '/console/console.css', '/console/icon.svg']) {
      const answer = await get(built, path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; (?!.*unsafe)/);
    }
    for (const path of ['/console/server.ts', '/console/..%2fconsole.js', '/console/__proto__', '/console/a/b']) {
      expect((await get(built, path)).status).toBe(404);
    }
  });

  it('knows every switch in French, and its default from the API', () => {
    expect(Object.keys(consoleSwitches).sort()).toEqual(Object.keys(switchesSchema.shape).sort());
    const { properties } = openApi('http://127.0.0.1:4100/control').components.schemas.Switches;
    const defaults = Object.entries(properties).map(([name, property]) => [name, (property as { default: unknown }).default]);
    expect(Object.fromEntries(defaults)).toEqual(DEFAULT_SWITCHES);
  });
});

describe('the files that were uploaded', () => {
  it('are kept to the newest 200 and 100 MB', () => {
    const { put, kept } = files();
    const ids = Array.from({ length: 205 }, (_, second) => put(10, second));
    expect([...kept()]).toEqual(ids.slice(5));
    put(60_000_000, 1_000);
    const last = put(60_000_000, 1_001);
    expect([...kept()]).toEqual([last]);
  });

  it('are left out in a rush, but for the first 20 of a second', () => {
    const { put, kept } = files();
    const ids = Array.from({ length: 30 }, () => put(10, 7));
    expect([...kept()]).toEqual(ids.slice(0, 20));
    put(10, 8);
    expect(kept().length).toBe(21);
  });
});

function asked(headers: Record<string, string>): number | undefined {
  return refuseForeignPage(new Request('http://127.0.0.1:4100/control/clock', { headers }))?.status;
}

function get(file: ConsoleFile, path: string): Response | Promise<Response> {
  return consoleRoute(file).request(path);
}

async function built(): ReturnType<ConsoleFile> {
  return new Uint8Array([0x20]);
}

function files() {
  const store = openStore(':memory:');
  const random = seededRandom(3);
  onTestFinished(() => store.close());
  store.integrations.put(INTEGRATION, 'hash', 0);
  const none = {
    userEmail: null,
    comment: null,
    entryLines: null,
    organization: null,
    metadata: null,
    decoded: null,
    decideAt: null,
    dueState: null,
    dueReason: null,
    reference: null,
  };
  return {
    put: (bytes: number, second: number) => {
      const id = documentIdSchema.parse(random.uuid());
      const at = wallMs(second * SECOND_MS);
      const named = { id, integrationId: INTEGRATION, importType: 'purchase-invoices', filename: 'a.pdf', sha256: 'x' } as const;
      store.documents.put({ ...none, ...named, bytes, receivedAt: at });
      store.files.put(id, { mediaType: 'application/pdf', content: new Uint8Array(bytes) }, at);
      return id;
    },
    kept: () => [...store.files.kept().keys()],
  };
}
