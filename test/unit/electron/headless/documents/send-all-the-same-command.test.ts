import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realParts } from '#test/support/real-parts.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { aConnectedEngine } from '../../a-connected-engine.ts';
import { runIn } from '../run-in.ts';

const parts = realParts();

describe('an unfit document, on the command line', () => {
  it('is sent all the same, once, with a reason where it cannot be', { timeout: 60_000 }, async () => {
    const { engine, scans, documents } = await aConnectedEngine(parts());
    const locked = join(scans, 'protege.pdf');
    copyFileSync(sampleFiles.password.path, locked);
    copyFileSync(sampleFiles.heic.path, join(scans, 'photo.heic'));
    await engine.until(({ counts }) => counts.unfit === 2);
    const { items } = await engine.client.items.list({ limit: 9 });
    const idOf = (ending: string): string => items.find(({ name }) => name.endsWith(ending))?.id ?? '';
    const send = (...ids: string[]) => runIn(engine, 'documents', 'send-all-the-same', ...ids);
    expect(await send(idOf('.heic'))).toMatchObject({ exit: 1, complained: expect.stringContaining('by its rules') });
    rmSync(locked);
    expect(await send(idOf('.pdf'))).toMatchObject({ exit: 1, complained: expect.stringContaining('no longer where it was') });
    copyFileSync(sampleFiles.password.path, locked);
    await engine.until(({ counts }) => counts.unfit === 2);
    expect(await send('--json', idOf('.pdf'))).toMatchObject({
      exit: 0,
      printed: JSON.stringify([{ id: idOf('.pdf'), became: 'sent' }], null, 2),
    });
    await engine.until(({ counts }) => counts.awaiting === 1 && counts.unfit === 1);
    expect(await documents()).toHaveLength(1);
    expect(await send(idOf('.pdf'))).toMatchObject({ exit: 1 });
    expect(await documents()).toHaveLength(1);
  });
});
