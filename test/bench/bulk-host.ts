import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../build/demo/pause.ts';
import { type Host, startHost } from '../../build/demo/start-host.ts';
import { startParts } from '../../build/demo/start-parts.ts';
import { startProgram } from '../../build/demo/start-program.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { ended } from './ended.ts';
import type { SinkFigures } from './programs/sink.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

export const FILE_BYTES = 200_000;
const WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 100;

export type Bulk = {
  readonly url: string;
  /** Makes a folder of fresh scans; returns its path. */
  scans(count: number): Promise<string>;
  /** Has `send` send them all to the sink; returns how long it took, by the sink's clock. */
  timed(count: number, delayMs: number, send: () => Promise<void>): Promise<SinkFigures>;
  /** Adds this folder to the watched ones and has its files sent; waits for nothing. */
  engineSends(folder: string): Promise<void>;
  parallel(uploads: number): Promise<void>;
  /** The host's process. */
  readonly pid: number;
  readonly root: string;
};

/** The headless host, connected to a service that accepts imports as fast as it is told to. `env`: what the host's process has in its environment too. */
export async function withBulk(bench: (bulk: Bulk) => Promise<unknown>, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const root = scratchFolder('bulk');
  const profile = join(root, 'profile');
  mkdirSync(profile);
  const sink = await startProgram({ name: 'sink', args: ['test/bench/programs/sink.ts'] });
  const { url } = sink.ready as { readonly url: string };
  const parts = await startParts();
  try {
    const host = await startHost(profile, env);
    try {
      const { relayUrl, service } = parts.installation;
      await host.client.installation.change({ relayUrl, service: { ...service, baseUrl: `${url}/v1` } });
      const company = await host.client.companies.connect({ name: 'Exemple SARL', ...(await parts.control.createIntegration()) });
      if (!company.ok) throw new Error(company.failure.kind);
      await bench(bulkOf(host, { url, root, companyId: company.value.id }));
    } finally {
      await host.program.stop();
    }
  } finally {
    await parts.stop();
    await sink.stop();
    removeFolder(root);
  }
}

type With = { readonly url: string; readonly root: string; readonly companyId: string };

function bulkOf({ client, program }: Host, { url, root, companyId }: With): Bulk {
  let made = 0;
  return {
    url,
    root,
    pid: program.pid,
    scans: async (count) => {
      made += 1;
      const folder = join(root, `scans-${made}`);
      mkdirSync(folder);
      const scan = aPdf('round 000 file 00000', FILE_BYTES);
      const at = scan.indexOf('round');
      for (let file = 0; file < count; file += 1) {
        scan.write(`round ${String(made).padStart(3, '0')} file ${String(file).padStart(5, '0')}`, at);
        writeFileSync(join(folder, `scan-${file}.pdf`), scan);
      }
      // Otherwise the first program that flushes would pay for all of them.
      await ended('sync', []);
      return folder;
    },
    timed: async (count, delayMs, send) => {
      await asked(`${url}/control/reset?delayMs=${delayMs}`);
      await send();
      for (const endAt = performance.now() + WITHIN_MS; performance.now() < endAt; ) {
        const figures = await asked(`${url}/control/figures`);
        if (figures.imports === count && figures.bytes > count * FILE_BYTES) return figures;
        await pause(LOOK_EVERY_MS);
      }
      throw new Error('not all files arrived in time');
    },
    engineSends: async (path) => {
      const added = await client.folders.add({
        companyId,
        importType: 'purchase-invoices',
        path,
        settleMs: 50,
        existing: 'send',
      });
      if (!added.ok) throw new Error(added.failure.kind);
    },
    parallel: async (parallelUploads) => {
      await client.settings.change({ parallelUploads });
    },
  };
}

async function asked(url: string): Promise<SinkFigures> {
  const answer = await fetch(url, { headers: { connection: 'close' } });
  return (await answer.json()) as SinkFigures;
}
