import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORM_FIELDS } from '#shared/contract/form-fields.ts';
import { ended } from './report.ts';
import { type Line, median, spread } from './line.ts';
import { pause } from '../../build/demo/pause.ts';
import { type Host, startHost } from '../../build/demo/start-host.ts';
import { startParts } from '../../build/demo/start-parts.ts';
import { startProgram } from '../../build/demo/start-program.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import type { SinkFigures } from './programs/sink.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

const ROUNDS = 3;
const SLOW_MS = 50;
const SLOW_AT_ONCE = 8;

type Peer = (bulk: Bulk, folder: string) => Promise<void>;
type Run = { readonly files: number; readonly atOnce: number; readonly delayMs: number; readonly peers: Readonly<Record<string, Peer>> };

/** P1: everything on, from the first request to the last answer, while the same files are still being found, compared with the bare loop. */
export async function bulkAgainstBare(): Promise<Line> {
  const rounds = await alternating({ files: 1_000, atOnce: 4, delayMs: 0, peers: { bare: bareLoop(4) } });
  return line('P1', 'bulk upload, 4 in flight, against a bare loop', rounds, { peer: 'bare', least: 0.85 });
}

/** P2: a service that takes 50 ms, compared with the theoretical maximum of eight at a time; and curl must not be ahead. */
export async function bulkSlowService(): Promise<readonly Line[]> {
  const curl = hasCurl();
  const peers: Record<string, Peer> = curl ? { curl: curlParallel } : {};
  const rounds = await alternating({ files: 400, atOnce: SLOW_AT_ONCE, delayMs: SLOW_MS, peers });
  const ideal = (SLOW_AT_ONCE * 1_000) / SLOW_MS;
  const ofIdeal = line(
    'P2',
    `a service of ${SLOW_MS} ms, 8 in flight, of the ideal`,
    rounds.map((one) => ({ ...one, ideal })),
    { peer: 'ideal', least: 0.92 },
  );
  return curl ? [ofIdeal, line('P2', 'the same, against curl --parallel', rounds, { peer: 'curl', least: 1 })] : [ofIdeal];
}

/** P3: what an administrator would script. */
export async function bulkAgainstXargs(): Promise<readonly Line[]> {
  if (!hasCurl()) return [];
  const rounds = await alternating({ files: 400, atOnce: 8, delayMs: 0, peers: { xargs: xargsCurl } });
  return [line('P3', 'bulk upload, 8 in flight, against xargs -P8 curl', rounds, { peer: 'xargs', least: 5 })];
}

/** Ours and theirs in turn, each round with files of its own; files per second. */
async function alternating({ files, atOnce, delayMs, peers }: Run): Promise<readonly Record<string, number>[]> {
  const rounds: Record<string, number>[] = [];
  await withBulk(async (bulk) => {
    await bulk.parallel(atOnce);
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = await bulk.scans(files);
      const rate = async (send: () => Promise<void>) => (files * 1_000) / (await bulk.timed(files, delayMs, send)).lastedMs;
      const figures: Record<string, number> = { ours: await rate(() => bulk.engineSends(folder)) };
      for (const [name, peer] of Object.entries(peers)) figures[name] = await rate(() => peer(bulk, folder));
      rounds.push(figures);
      process.stderr.write(`  ${JSON.stringify(figures)}\n`);
    }
  });
  return rounds;
}

function line(id: string, what: string, rounds: readonly Readonly<Record<string, number>>[], deps: { peer: string; least: number }): Line {
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  const [ours, theirs] = [median(of('ours')), median(of(deps.peer))];
  // The ratio is computed per round: a disturbance most likely affected both.
  const figure = median(rounds.map((round) => (round['ours'] ?? Number.NaN) / (round[deps.peer] ?? Number.NaN)));
  const note = `${FILE_BYTES / 1_000} KB, ${rounds.length} rounds; ours spread ${percent(spread(of('ours')))}, theirs ${percent(spread(of(deps.peer)))}`;
  return { id, what, ours, theirs, unit: 'files/s', figure, target: { least: deps.least }, rounds, note };
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

function bareLoop(atOnce: number): Peer {
  return ({ url, root }, folder) =>
    ended(process.execPath, ['test/bench/programs/bare-loop.ts', target(url), folder, String(atOnce), join(root, 'bare.sqlite')]);
}

/** One program that keeps its connections open. */
const curlParallel: Peer = async ({ url, root }, folder) => {
  const each = readdirSync(folder).map((name) =>
    [`url = "${target(url)}"`, ...forms(folder, name).map((form) => `form = "${form}"`)].join('\n'),
  );
  const config = join(root, 'curl.conf');
  writeFileSync(config, each.map((one) => `${one}\noutput = "/dev/null"`).join('\nnext\n'));
  await ended('curl', ['--silent', '--no-progress-meter', '--parallel', '--parallel-max', String(SLOW_AT_ONCE), '--config', config]);
};

const xargsCurl: Peer = ({ url }, folder) => {
  const send = `curl --silent --output /dev/null ${forms(folder, '{}')
    .map((form) => `--form "${form}"`)
    .join(' ')} ${target(url)}`;
  return ended('sh', ['-c', `ls "${folder}" | xargs -P8 -I{} ${send}`]);
};

function forms(folder: string, name: string): readonly string[] {
  return [
    `${FORM_FIELDS.filename}=${name}`,
    `${FORM_FIELDS.externalReference}=${name}`,
    `${FORM_FIELDS.file}=@${folder}/${name};type=application/pdf`,
  ];
}

function target(url: string): string {
  return `${url}/v1/integrations/bench/purchase-invoices`;
}

function hasCurl(): boolean {
  const there = spawnSync('curl', ['--version']).status === 0;
  if (!there) process.stdout.write('curl is not on this machine, so what is measured against it is left out: apt-get install curl\n');
  return there;
}

export const FILE_BYTES = 200_000;
const WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 100;

type Bulk = {
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
