import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORM_FIELDS } from '#shared/contract/form-fields.ts';
import { type Bulk, FILE_BYTES, withBulk } from './bulk-host.ts';
import { ended } from './ended.ts';
import { type Line, median, spread } from './line.ts';

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

function line(id: string, what: string, rounds: readonly Readonly<Record<string, number>>[], by: { peer: string; least: number }): Line {
  const of = (name: string): readonly number[] => rounds.map((round) => round[name] ?? Number.NaN);
  const [ours, theirs] = [median(of('ours')), median(of(by.peer))];
  // The ratio is computed per round: a disturbance most likely affected both.
  const figure = median(rounds.map((round) => (round['ours'] ?? Number.NaN) / (round[by.peer] ?? Number.NaN)));
  const note = `${FILE_BYTES / 1_000} KB, ${rounds.length} rounds; ours spread ${percent(spread(of('ours')))}, theirs ${percent(spread(of(by.peer)))}`;
  return { id, what, ours, theirs, unit: 'files/s', figure, target: { least: by.least }, rounds, note };
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
