import { createRouterClient } from '@orpc/server';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createRouter } from '#electron/engine/create-router.ts';
import { createEngine } from '#electron/engine/create-engine.ts';
import type { Engine, EngineDeps } from '#electron/engine/engine.ts';
import { readHere } from '#electron/intake/inspect/read-here.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { keyFile } from '#electron/platform/secrets/key-file.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Notice } from '#shared/domain/notice.ts';
import type { Clock } from '#shared/ports/world.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeDigest, nodeSha256 } from '#shared/node/digest.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { recordingLog, type RecordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import type { Parts } from '../../../build/demo/start-parts.ts';
import type { FolderChange } from '#shared/app-api/folder-places.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { realParts } from '#test/support/why-skipped.ts';

/** Generous: two slow cores with other work. */
const WITHIN_MS = 20_000;

export type EngineFixture = {
  readonly app: Engine;
  readonly client: ReturnType<typeof clientOf>;
  readonly log: RecordingLog;
  readonly notices: readonly Notice[];
  /** Resolves at the first ring after which the overview is as wanted. */
  until(wanted: (overview: Overview) => boolean): Promise<void>;
  close(): Promise<void>;
};

function clientOf(app: Engine) {
  return createRouterClient(createRouter(app.api));
}

type More = Partial<Pick<EngineDeps, 'power' | 'saveFile' | 'converter'>> & { readonly clock?: Clock; readonly starts?: boolean };

/** The whole engine on real ports, started unless `starts` is false. */
export async function anEngine(root: string, { clock = nodeClock(), starts = true, ...more }: More = {}): Promise<EngineFixture> {
  const profile = join(root, 'profile');
  mkdirSync(profile, { recursive: true });
  const log = recordingLog();
  const http = undiciHttp();
  const secrets = keyFile({ path: join(root, 'key'), absent: 'create' });
  const world = { clock, random: nodeRandom(), files: nodeFiles(), http, secrets, log };
  const made = await createEngine(world, {
    profile,
    host: 'headless',
    version: '0.0.0',
    locale: 'fr-FR',
    deviceName: 'test',
    home: root,
    sha256: nodeSha256,
    reader: readHere({ files: world.files, digest: nodeDigest }),
    chooseFolder: null,
    reveal: null,
    ...more,
  });
  if (!made.ok) throw new Error(`the engine did not open: ${made.failure.kind}`);
  const app = made.value;
  const notices: Notice[] = [];
  app.onNotice((notice) => notices.push(notice));
  if (starts) await app.start();
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await app.close(1_000);
    await http.close();
  };
  onTestFinished(close);
  return { app, client: clientOf(app), log, notices, until: (wanted) => until(app, log, wanted), close };
}

async function until(app: Engine, log: RecordingLog, wanted: (overview: Overview) => boolean): Promise<void> {
  const late = AbortSignal.timeout(WITHIN_MS);
  await new Promise<void>((resolve, reject) => {
    let found = false;
    const look = (): void => {
      if (!wanted(app.overview())) return;
      found = true;
      stop();
      resolve();
    };
    const stop = app.onChange(look);
    late.addEventListener('abort', () => {
      // It was found in time; the engine may be closed by now.
      if (found) return;
      stop();
      reject(new Error(`not in time; the overview is ${JSON.stringify(app.overview())}\n${log.text()}`));
    });
    look();
  });
}

type Wanted = {
  readonly name?: string;
  readonly folder?: string;
  readonly power?: EngineDeps['power'];
  readonly converter?: EngineDeps['converter'];
};

/** An engine with one connected company and one folder of purchases that has been swept once, so every later file in it is new. */
export async function aConnectedEngine(parts: Parts, { name = 'Exemple SARL', folder = 'scans', power = null, converter }: Wanted = {}) {
  const root = tempFolder();
  const scans = join(root, folder);
  mkdirSync(scans);
  const engine = await anEngine(root, { power, ...(converter === undefined ? {} : { converter }) });
  await engine.client.installation.change(parts.installation);
  const integration = await parts.control.createIntegration();
  const connected = await engine.client.companies.connect({ name, ...integration });
  if (!connected.ok) throw new Error(`not connected: ${connected.failure.kind}`);
  const company = connected.value;
  const added = await engine.client.folders.add({ companyId: company.id, importType: 'purchase-invoices', path: scans, settleMs: 50 });
  if (!added.ok) throw new Error(`no folder: ${added.failure.kind}`);
  await engine.until(({ folders }) => folders[0]?.lastSweptAt !== null);
  const documents = async () => (await parts.control.documents()).filter((one) => one.integrationId === integration.integrationId);
  return { root, scans, engine, integration, company, documents };
}

type ComputerOf = { readonly existing?: 'ask' | 'send'; readonly after?: FolderChange };

/** One shared folder, one company, and as many computers as requested; each is a device of its own at the relay. */
export async function anOffice(parts: ReturnType<typeof realParts>) {
  const root = tempFolder();
  const scans = join(root, 'share');
  mkdirSync(scans);
  const integration = await parts().control.createIntegration();
  const documents = async () => (await parts().control.documents()).filter((one) => one.integrationId === integration.integrationId);
  const computer = async (name: string, { existing = 'send', after }: ComputerOf = {}): Promise<EngineFixture> => {
    const engine = await anEngine(join(root, name));
    await engine.client.installation.change(parts().installation);
    const connected = await engine.client.companies.connect({ name: 'Boulangerie', ...integration });
    if (!connected.ok) throw new Error(`not connected: ${connected.failure.kind}`);
    const folder = { companyId: connected.value.id, importType: 'purchase-invoices', path: scans, settleMs: 50, existing } as const;
    const added = await engine.client.folders.add(folder);
    if (!added.ok) throw new Error(`not added: ${added.failure.kind}`);
    if (after !== undefined) expect(await engine.client.folders.change({ folderId: added.value.id, ...after })).toMatchObject({ ok: true });
    await engine.until(({ folders }) => folders[0]?.lastSweptAt !== null);
    return engine;
  };
  return { root, scans, documents, computer, integration };
}

export async function listItems(engine: EngineFixture): Promise<readonly Item[]> {
  return (await engine.client.items.list({ limit: 500 })).items;
}
