import { createRouterClient } from '@orpc/server';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
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
import { recordingLog, type RecordingLog } from '#test/support/recording-log.ts';

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
