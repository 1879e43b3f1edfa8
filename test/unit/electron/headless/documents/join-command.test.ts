import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { testConverter } from '#test/support/documents/test-converter.ts';
import { realParts } from '#test/support/real-parts.ts';
import { aConnectedEngine } from '../../a-connected-engine.ts';
import { runIn } from '../run-in.ts';

const parts = realParts();

describe('several unfit pictures, on the command line', () => {
  it('are joined into one PDF, which is sent only if that is said, and can be taken apart before', { timeout: 60_000 }, async () => {
    const converter = testConverter(nodeFiles());
    // The sandbox looks at the first bytes.
    converter.version = '%PDF-1.7 made';
    const { engine, scans, documents } = await aConnectedEngine(parts(), { converter });
    copyFileSync(sampleFiles.heic.path, join(scans, 'photo.heic'));
    copyFileSync(sampleFiles.tiff.path, join(scans, 'scan.tiff'));
    await engine.until(({ counts }) => counts.unfit === 2);
    const { items } = await engine.client.items.list({ limit: 9, sort: 'name' });
    const ids = items.map(({ id }) => id);
    const run = (...args: string[]) => runIn(engine, 'documents', ...args);

    const looked = await run('join', ...ids);
    expect(looked).toMatchObject({ exit: 0, printed: expect.stringContaining('Made a PDF of 2 pages') });
    expect(looked.printed).toContain(`intray documents join ${ids.join(' ')} --send`);
    expect(engine.app.overview().counts).toMatchObject({ unfit: 2, waiting: 0 });
    expect(await documents()).toHaveLength(0);

    converter.fault = 'not-understood';
    expect(await run('join', ...ids)).toMatchObject({ exit: 1, complained: expect.stringMatching(`^${ids[1]}: Its file is damaged`) });
    converter.fault = null;
    expect(await run('join', ids[0] ?? '', ids[0] ?? '')).toMatchObject({ exit: 1, complained: expect.stringContaining('two documents') });
    expect(await run('undo-join', ids[0] ?? '')).toMatchObject({ exit: 1, complained: expect.stringContaining('Nothing was changed') });

    const sent = JSON.parse((await run('join', ...ids, '--send', '--json')).printed);
    expect(sent).toMatchObject({ parts: ids, became: 'sent', conversion: { from: 'joined' } });
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect(engine.app.overview().counts).toMatchObject({ unfit: 0, aside: 2 });
    expect(await documents()).toHaveLength(1);
    const made = Buffer.concat([sampleFiles.heic.path, sampleFiles.tiff.path].map((path) => Buffer.from(readFileSync(path).toString())));
    expect(sent.conversion.bytes).toBeGreaterThan(made.byteLength);
    expect(await run('undo-join', sent.id)).toMatchObject({ exit: 1 });
    expect((await run('--state', 'aside')).printed).toContain(`joined into ${sent.id}`);
    expect(await run('join', ...ids, '--send')).toMatchObject({ exit: 1, complained: expect.stringContaining('Only pictures') });
  });
});
