import { copyFileSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everLoaded } from '#test/package/loaded-scripts.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { realParts } from '#test/support/real-parts.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { until } from '#test/support/until.ts';
import { unless } from '#test/support/why-skipped.ts';
import { connectedHost } from './connected-host.ts';

const BUILT = join('dist', 'headless');
const notBuilt = existsSync(join(BUILT, 'main.js')) ? null : 'nothing is built: npm run build';
/** What the host starts: itself, the process that reads files, and the thread that draws registers. */
const PROGRAMS = ['main.js', 'file-process.js', 'pages-thread.js'];

describe('the built headless host without all that converts files', unless(notBuilt), () => {
  const parts = realParts();

  it('starts, watches, reads and sends as ever: it needs nothing of it before a conversion is asked for', async () => {
    const root = tempFolder();
    const copy = join(root, BUILT);
    // It says the version.
    copyFileSync('package.json', join(root, 'package.json'));
    const removed = copyWithoutCodecs(copy);
    expect(removed).toEqual(
      expect.arrayContaining(['wasm', 'conversion-process.js', expect.stringMatching(/libheif/), expect.stringMatching(/qpdf/)]),
    );
    const { first, folder, documents } = await connectedHost(parts(), { program: join(copy, 'main.js') });
    copyFileSync(sampleFiles.invoice.path, join(folder, 'Facture.pdf'));
    copyFileSync('test/support/conversions/g4.tiff', join(folder, 'Fax.tiff'));
    const counted = async () => (await first.client.overview()).counts;
    await until('one is sent and one is unfit', async () => {
      const { awaiting, unfit } = await counted();
      return awaiting === 1 && unfit === 1;
    });
    expect(await documents()).toMatchObject([{ filename: 'Facture.pdf' }]);
    expect(first.program.log()).not.toMatch(/ERR_MODULE_NOT_FOUND|process that converts/);
    // What was removed is what a conversion needs.
    const fax = (await first.client.items.list({ limit: 9 })).items.find(({ name }) => name === 'Fax.tiff');
    if (fax === undefined) throw new Error('the fax was not found');
    const news = [];
    for await (const one of await first.client.items.convert({ itemId: fax.id })) news.push(one);
    expect(news.at(-1)).toEqual({ kind: 'fault', fault: 'broken' });
    expect(first.program.log()).toContain('the process that converts files ended');
  });
});

/** Copies only what the host and its other programs can load, and returns the names of what is left out. */
function copyWithoutCodecs(to: string): readonly string[] {
  const needed = new Set(PROGRAMS.flatMap((name) => [...everLoaded(join(BUILT, name)).keys()]));
  cpSync(BUILT, to, { recursive: true });
  const scripts = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  const removed = ['wasm', ...scripts.filter((path) => !needed.has(join(BUILT, path)))];
  for (const path of removed) rmSync(join(to, path), { recursive: true });
  return removed;
}
