import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRouter } from '#electron/engine/create-router.ts';
import { hostApp } from '#electron/headless/host/host-app.ts';
import { createSessions, type Sessions } from '#electron/headless/host/sessions.ts';
import { windowFiles } from '#electron/headless/host/window-files.ts';
import { freshHostName, hostOf } from '#electron/headless/host/host-note.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { serve } from '#shared/node/http/serve.ts';
import { pageHeaders } from '#test/support/network/ask-host.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { realParts } from '#test/support/why-skipped.ts';
import { recordingLog, virtualClock } from '#test/support/virtual-world.ts';
import { aConnectedEngine } from '#test/unit/electron/an-engine.ts';
import { headlessRights } from './rights.ts';
import { play, requestsOr, type Right, SEED } from './play.ts';

const REQUESTS = requestsOr(3_000);
const WITHIN_MS = 600_000;
const HIDDEN = 'nobody may read this';

const parts = realParts();

describe('thousands of odd requests to the headless host', () => {
  it(
    'are answered without a fault of its own and give nothing away',
    async () => {
      const host = await started();
      const secret = sessionOf(host);
      const { host: _, ...page } = pageHeaders(`http://${host.name()}/`);
      const world = { ...host.world, commandKey: host.sessions.commandKey, page: { ...page, [SESSION_HEADER]: secret }, secret };
      const stillRight = async (): Promise<void> => {
        expect((await fetch(`http://127.0.0.1:${host.port}/healthz`)).status).toBe(200);
      };
      const played = await play(
        {
          port: host.port,
          host: host.name,
          rights: headlessRights({ ...world, token: () => freshToken(host.sessions, secret) }) as unknown as readonly [Right, ...Right[]],
          never: [HIDDEN, host.integrationSecret],
          faultOf: () => null,
          afterwards: async () => undefined,
          onQuiet: async () => undefined,
          stillRight,
        },
        REQUESTS,
      );
      console.info(JSON.stringify({ server: 'headless', seed: SEED, ...played }));
      expect(host.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
      // Otherwise most of them would have been refused at the door.
      expect(host.sessions.use(secret)).not.toBeNull();
    },
    WITHIN_MS,
  );
});

/** Ends all sessions that earlier tokens began: too many of them would end the page's own. */
function freshToken(sessions: Sessions, secret: string): string {
  const own = sessions.use(secret);
  for (const { id } of sessions.all().filter((one) => one.id !== own?.id)) sessions.end(id);
  return sessions.startToken();
}

/** The host as `runHost` makes it, over an engine with a company, a folder and a document. */
async function started() {
  const { root, scans, engine, integration, company } = await aConnectedEngine(parts());
  writeFileSync(join(scans, 'facture.pdf'), aPdf('Facture'));
  await engine.client.lookAgain();
  await engine.until(({ counts }) => Object.values(counts).some((count) => count > 0));
  const window = join(root, 'window');
  mkdirSync(join(window, 'assets'), { recursive: true });
  writeFileSync(join(window, 'index.html'), '<!doctype html><title>Intray</title>');
  writeFileSync(join(window, 'assets', 'main-abc.js'), 'export {};');
  writeFileSync(join(root, 'secret.html'), HIDDEN);
  const log = recordingLog();
  const name = freshHostName(nodeRandom());
  const sessions = createSessions({ random: nodeRandom(), clock: virtualClock(), log });
  onTestFinished(() => sessions.close());
  let port = 0;
  const at = () => ({ name, port });
  const app = hostApp({ router: createRouter(engine.app.api), sessions, windowFiles: windowFiles(nodeFiles(), window), at, log });
  const served = await serve(app.fetch, { port: 0, drainMs: 0 });
  ({ port } = served);
  onTestFinished(() => served.close());
  const { items } = await engine.client.items.list({ limit: 1 });
  const ids = { companyId: company.id, folderId: engine.app.overview().folders[0]?.id ?? '', itemId: items[0]?.id ?? '' };
  return { port, sessions, log, name: () => hostOf(at()), integrationSecret: integration.integrationSecret, world: { ids, home: root } };
}

function sessionOf({ sessions }: Awaited<ReturnType<typeof started>>): string {
  const session = sessions.signIn({ token: sessions.issueToken(), userAgent: null, former: null });
  if (session === null) throw new Error('a fresh token opens a session');
  return session;
}
