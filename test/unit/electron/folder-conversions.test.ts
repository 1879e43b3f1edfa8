import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { testConverter } from '#test/support/documents/test-converter.ts';
import { realParts } from '#test/support/real-parts.ts';
import { aConnectedEngine } from './a-connected-engine.ts';
import { runIn } from './headless/run-in.ts';

const parts = realParts();

describe('the engine, with a folder that is to convert photos by itself,', () => {
  it('asks about those that were there before, sends the others, and needs nobody for that', { timeout: 60_000 }, async () => {
    const converter = testConverter(nodeFiles());
    // The sandbox looks at the first bytes.
    converter.version = '%PDF-1.7 made';
    const { engine, scans, documents } = await aConnectedEngine(parts(), { converter });
    const notices: string[] = [];
    engine.app.onNotice(({ kind }) => notices.push(kind));
    copyFileSync(sampleFiles.webp.path, join(scans, 'before.webp'));
    await engine.until(({ counts }) => counts.unfit === 1);
    const changed = await runIn(engine, 'folders', 'change', '--convert', 'photos,too-large', scans);
    expect(changed).toMatchObject({ exit: 0, printed: expect.stringContaining('converted and sent without asking: photos, too-large') });
    copyFileSync(sampleFiles.heic.path, join(scans, 'photo.heic'));
    const standings = new Set<number>();
    engine.app.onChange(() => standings.add(engine.app.overview().counts.unfit));
    await engine.until(({ counts }) => counts.awaiting === 1);
    expect([...standings]).toEqual([1]);
    expect(await documents()).toMatchObject([{ filename: 'photo.pdf' }]);
    const { items } = await engine.client.items.list({ limit: 9 });
    expect(items.map(({ name, state, conversion }) => [name, state.kind, conversion?.by])).toEqual([
      ['photo.heic', 'awaiting', 'folder'],
      ['before.webp', 'unfit', undefined],
    ]);
    await expect(runIn(engine, 'folders', 'change', '--convert', 'photos,heic', scans)).rejects.toThrow('photos, tiff and too-large');
    const none = await runIn(engine, 'folders', 'change', '--convert', 'none', scans);
    expect(none.printed).not.toContain('converted');
    expect(engine.app.overview().folders[0]?.converts).toEqual({ photos: null, tiff: null, 'too-large': null });
    expect(notices.filter((kind) => kind === 'question')).toEqual([]);
  });
});
