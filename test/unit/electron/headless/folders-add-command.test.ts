import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realParts } from '#test/support/real-parts.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { anEngine } from '#test/unit/electron/an-engine.ts';
import { runIn } from './run-in.ts';

const parts = realParts();

describe('a folder with much in it, from the command line', () => {
  it('is described, and watched only with --yes, without its sub-folders', { timeout: 60_000 }, async () => {
    const root = tempFolder();
    const engine = await anEngine(root);
    await engine.client.installation.change(parts().installation);
    const company = await engine.client.companies.connect({ name: 'Boulangerie', ...(await parts().control.createIntegration()) });
    if (!company.ok) throw new Error(company.failure.kind);
    const folder = join(root, 'Everything');
    mkdirSync(join(folder, 'below'), { recursive: true });
    for (const ending of ['pdf', 'jpg', 'docx', 'xlsx', 'txt', 'zip', 'mov', 'svg']) writeFileSync(join(folder, `a.${ending}`), 'x');
    writeFileSync(join(folder, 'below', 'b.odt'), 'x');
    const add = (...words: readonly string[]) =>
      runIn(engine, 'folders', 'add', '--company', 'Boulangerie', '--type', 'purchase', ...words, folder);
    expect(await add()).toMatchObject({
      exit: 1,
      printed: '',
      complained: expect.stringMatching(/holds very much.*: 9 files in 1 sub-folder; 2 are PDFs or pictures\.\n[^]*--yes/),
    });
    expect((await engine.client.overview()).folders).toEqual([]);
    expect(await add('--yes')).toMatchObject({ exit: 0, printed: expect.stringContaining('without sub-folders') });
    expect((await engine.client.overview()).folders).toMatchObject([{ path: folder, subfolders: false }]);
  });
});
