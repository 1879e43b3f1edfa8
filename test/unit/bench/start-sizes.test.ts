import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { profileArgs } from '../../../build/demo/start-host.ts';
import { projectText } from '#test/support/project-text.ts';
import { tempFolder } from '#test/support/folders.ts';
import { unless } from '#test/support/why-skipped.ts';

const HOST = 'dist/headless/main.js';
const WINDOW = 'dist/window';
const notBuilt = existsSync(HOST) && existsSync(join(WINDOW, 'index.html')) ? null : 'nothing is built: npm run build';
/** Kilobytes, or a number of files. What raises one of them says why in the ADR of that change. */
const LIMITS = z.record(z.string(), z.number()).parse(JSON.parse(projectText('docs/performance/sizes.json')));
/** A limit that is further away than this no longer notices anything. */
const SLACK = 0.02;

describe('what a start loads', () => {
  it('does not grow, and where it shrinks the limit follows', { timeout: 60_000, ...unless(notBuilt) }, async () => {
    const sizes = { ...firstPage(), ...(await hostStart()) };
    expect(Object.keys(LIMITS).sort()).toEqual(Object.keys(sizes).sort());
    const wrong = Object.entries(sizes).flatMap(([what, figure]) => {
      const limit = LIMITS[what] ?? 0;
      if (figure > limit) return [`${what}: ${figure}, more than the ${limit} of docs/performance/sizes.json`];
      return figure < limit * (1 - SLACK) ? [`${what}: ${figure}, less than ever, so write it into docs/performance/sizes.json`] : [];
    });
    expect(wrong).toEqual([]);
  });
});

/** The entry with all that it imports, and its words of one language, the larger one. Pages that open later are not in it. */
function firstPage(): Readonly<Record<string, number>> {
  const [, entry = ''] =
    /<script type="module"[^>]* src="\.\/assets\/([^"]+)"/.exec(readFileSync(join(WINDOW, 'index.html'), 'utf8')) ?? [];
  const assets = join(WINDOW, 'assets');
  const seen = new Set<string>();
  const walk = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const text = readFileSync(join(assets, name), 'utf8');
    for (const [, next = ''] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) walk(next);
  };
  walk(entry);
  const words = readdirSync(assets).filter((name) => /^first-words-(en|fr)-.*\.js$/.test(name));
  expect(words).toHaveLength(2);
  const size = (name: string): number => statSync(join(assets, name)).size;
  const packed = (name: string): number => gzipSync(readFileSync(join(assets, name))).byteLength;
  const kilobytesBy = (sizeOf: (name: string) => number): number =>
    Math.round((Array.from(seen, sizeOf).reduce((sum, one) => sum + one, 0) + Math.max(...words.map(sizeOf))) / 1_000);
  return {
    'window: script of the first page, KB': kilobytesBy(size),
    'window: the same packed by gzip, KB': kilobytesBy(packed),
    'window: files of the first page': seen.size + 1,
  };
}

/** What the host's own process loads until it says that it is ready: chunks of the build, and modules of packages beside it. */
async function hostStart(): Promise<Readonly<Record<string, number>>> {
  const folder = tempFolder();
  const [hook, list] = [join(folder, 'hook.mjs'), join(folder, 'loaded')];
  writeFileSync(
    hook,
    `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';
const main = isMainThread && process.argv[1]?.endsWith(${JSON.stringify(HOST)});
if (main) registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context); } });
const write = process.stdout.write.bind(process.stdout);
if (main) process.stdout.write = (...args) => {
  appendFileSync(${JSON.stringify(list)}, 'ready\\n');
  process.stdout.write = write;
  return write(...args);
};
`,
  );
  const args = ['--import', pathToFileURL(hook).href, HOST, '--port', '0', ...profileArgs(join(folder, 'profile'))];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the host ended with ${code}: ${said.slice(-1_000)}`)));
  });
  const [loaded = [], after] = readFileSync(list, 'utf8')
    .split('ready\n')
    .map((part) => part.split('\n'));
  // What is loaded later is not part of the start, however late this test looks.
  if (after === undefined) throw new Error('the ready line was not seen');
  child.kill('SIGTERM');
  await ended;
  const files = [...new Set(loaded.filter((url) => url.startsWith('file:')))].map((url) => new URL(url));
  const bytes = files.reduce((sum, url) => sum + statSync(url).size, 0);
  const modules = new Set(files.flatMap((url) => sourcesOf(fileURLToPath(url))));
  return { 'host: script of the start, KB': Math.round(bytes / 1_000), 'host: modules of the start': modules.size };
}

/** The modules that a chunk was made of; a file without a map is one itself. */
function sourcesOf(chunk: string): readonly string[] {
  const map = `${chunk}.map`;
  if (!existsSync(map)) return [chunk];
  const { sources } = z.object({ sources: z.array(z.string()) }).parse(JSON.parse(readFileSync(map, 'utf8')));
  return sources.map((source) => join(chunk, '..', source));
}
