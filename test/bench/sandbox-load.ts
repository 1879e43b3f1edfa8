import { readFileSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { API_KEY_HEADER, TOKEN_PATH } from '#shared/contract/routes.ts';
import { columns } from '../../build/demo/verdict-table.ts';
import { startProgram } from '../support/ready-line.ts';
import { type Figure, percentile, rounded } from './report.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

/**
 * The sandbox under load, on loopback: this many imports per second of a 200 KB file, sent on the beat and not when the previous one is
 * answered, and its memory meanwhile. Run by hand: `npm run -s bench:sandbox -- [seconds] [per second]`, at most 60 s.
 */
const FILE_BYTES = 200_000;
const SECONDS_MAX = 60;
const BEAT_MS = 50;
/** Beyond this many under way nothing more is sent; the figure then says how many fell behind. */
const UNDER_WAY_MAX = 400;
const BOUNDARY = 'intray-load';

const perSecond = Math.min(1_000, Number(process.argv[3] ?? 200));
const seconds = Math.min(SECONDS_MAX, Number(process.argv[2] ?? SECONDS_MAX));
const folder = scratchFolder('sandbox-load');
const loadBefore = loadavg()[0] ?? 0;
const file = join(folder, 'sandbox.db');
const program = await startProgram({ args: ['sandbox/server.ts', '--data', file] });
try {
  const send = await importer(program.ready);
  const figures = await measured(send, program.child.pid ?? 0);
  const documents = {
    what: 'data file',
    value: rounded(statSync(file).size / 2 ** 20),
    unit: 'MB',
    how: 'all documents, and the newest files',
  };
  const all = [...figures, documents].map(({ what, value, unit, how }) => [what, String(value), unit, how]);
  process.stdout.write(
    `${columns([['what', 'figure', 'unit', 'how'], ...all])}\nNode ${process.version}, load before ${loadBefore.toFixed(1)}\n`,
  );
} finally {
  await program.stop();
  removeFolder(folder);
}

type Send = (number: number) => Promise<number>;

type Course = {
  readonly took: readonly number[];
  readonly rss: readonly number[];
  readonly failed: number;
  readonly behind: number;
  readonly lastedS: number;
};

/** Sends on the beat, whatever happens to what was sent before. */
async function course(send: Send, pid: number): Promise<Course> {
  const took: number[] = [];
  const rss: number[] = [];
  let [failed, behind, underWay] = [0, 0, 0];
  const start = performance.now();
  const one = async (number: number): Promise<void> => {
    underWay += 1;
    const began = performance.now();
    const status = await send(number).catch(() => 0);
    took.push(performance.now() - began);
    underWay -= 1;
    if (status !== 200) failed += 1;
  };
  const all: Promise<void>[] = [];
  for (let beat = 0, sent = 0; beat < (seconds * 1_000) / BEAT_MS; beat += 1) {
    if (beat % (1_000 / BEAT_MS) === 0) rss.push(rssMb(pid));
    for (const due = Math.round(((beat + 1) * BEAT_MS * perSecond) / 1_000); sent < due; sent += 1) {
      if (underWay < UNDER_WAY_MAX) all.push(one(sent));
      else behind += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, start + (beat + 1) * BEAT_MS - performance.now())));
  }
  await Promise.all(all);
  return { took, rss, failed, behind, lastedS: (performance.now() - start) / 1_000 };
}

async function measured(send: Send, pid: number): Promise<readonly Figure[]> {
  const cpuBefore = cpuMs(pid);
  const { took, rss, failed, behind, lastedS } = await course(send, pid);
  const cpu = (cpuMs(pid) - cpuBefore) / took.length;
  const recorded = took.length - failed;
  const tenth = Math.max(1, Math.floor(rss.length / 10));
  return [
    { what: 'imports', value: recorded, unit: 'recorded', how: `${perSecond}/s of ${FILE_BYTES} bytes for ${seconds} s` },
    { what: 'rate', value: rounded(recorded / lastedS), unit: '/s', how: 'recorded, to the last answer' },
    { what: 'not answered 200', value: failed, unit: '', how: '' },
    { what: 'fell behind', value: behind, unit: '', how: `not sent, ${UNDER_WAY_MAX} were under way` },
    { what: 'processor', value: rounded(cpu, 2), unit: 'ms/import', how: "the sandbox's own, all threads" },
    { what: 'answer, median', value: rounded(percentile(took, 0.5)), unit: 'ms', how: '' },
    { what: 'answer, 99 %', value: rounded(percentile(took, 0.99)), unit: 'ms', how: '' },
    { what: 'memory, second tenth', value: rounded(mean(rss.slice(tenth, 2 * tenth))), unit: 'MB', how: 'resident, mean' },
    { what: 'memory, last tenth', value: rounded(mean(rss.slice(-tenth))), unit: 'MB', how: 'resident, mean' },
    { what: 'memory, most', value: rounded(Math.max(...rss)), unit: 'MB', how: 'resident, once a second' },
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function importer(ready: Readonly<Record<string, unknown>>): Promise<Send> {
  const dispatcher = new Agent({ connections: 64 });
  const asked = async (url: string, body?: string, type = 'application/x-www-form-urlencoded') => {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      ...(body === undefined ? {} : { body, headers: { 'content-type': type } }),
    });
    return (await answer.body.json()) as Record<string, string>;
  };
  const { integrationId, integrationSecret = '' } = await asked(`${String(ready['controlUrl'])}/integrations`);
  const form = { grant_type: 'client_credentials', client_id: String(ready['clientId']), client_secret: String(ready['clientSecret']) };
  const { access_token: token } = await asked(`${String(ready['authUrl'])}${TOKEN_PATH}`, new URLSearchParams(form).toString());
  const headers = {
    authorization: `Bearer ${token}`,
    [API_KEY_HEADER]: integrationSecret,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  };
  const scan = Buffer.alloc(FILE_BYTES, 0x20);
  scan.write('%PDF-1.4\n');
  const field = (name: string, value: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const opening = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const url = `${String(ready['baseUrl'])}/integrations/${integrationId}/purchase-invoices`;
  return async (number) => {
    const head = `${field('filename', 'scan.pdf')}${field('externalReference', `load-${number}`)}${opening}`;
    const body = Buffer.concat([Buffer.from(head), scan, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
    const answer = await request(url, { dispatcher, method: 'POST', headers, body });
    await answer.body.dump();
    return answer.statusCode;
  };
}

function rssMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
}

/** Ticks of user and system time are hundredths of a second on Linux. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
