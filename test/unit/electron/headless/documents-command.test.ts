import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completion } from '#electron/headless/completion.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { realParts } from '#test/support/real-parts.ts';
import { aConnectedEngine } from '../a-connected-engine.ts';
import { runIn } from './run-in.ts';

const parts = realParts();
const NAMES = ['Scan 10.pdf', 'scan 9.pdf', 'Été.pdf'];

/** Three documents that a real service has received, found in the order of their names above. */
async function received() {
  const all = await aConnectedEngine(parts());
  for (const [at, name] of NAMES.entries()) {
    writeFileSync(join(all.scans, name), aPdf(`${name} ${all.root}`));
    await all.engine.until(({ counts }) => counts.awaiting === at + 1);
  }
  const listed = async (...args: readonly string[]) => {
    const { printed } = await runIn(all.engine, 'documents', '--json', ...args);
    return (JSON.parse(printed) as { name: string; state: { documentId: string } }[]).map(({ name }) => name);
  };
  return { ...all, listed };
}

describe('the list of documents on the command line', () => {
  it('is sorted, searched and narrowed to days as in the window', { timeout: 120_000 }, async () => {
    const { engine, listed, documents } = await received();
    expect(await listed()).toEqual(['Été.pdf', 'scan 9.pdf', 'Scan 10.pdf']);
    expect(await listed('--sort', 'oldest')).toEqual(['Scan 10.pdf', 'scan 9.pdf', 'Été.pdf']);
    expect(await listed('--sort', 'name')).toEqual(['Été.pdf', 'scan 9.pdf', 'Scan 10.pdf']);
    expect(await listed('--sort', 'name', '--limit', '2')).toEqual(['Été.pdf', 'scan 9.pdf']);
    expect(await listed('--search', 'SCAN', '--sort', 'oldest')).toEqual(['Scan 10.pdf', 'scan 9.pdf']);
    const [newest] = await documents();
    expect(await listed('--search', newest?.documentId?.replaceAll('-', '') ?? 'none')).toHaveLength(1);
    const today = new Date();
    const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
    expect(await listed('--from', '2020-01-01', '--to', day)).toHaveLength(3);
    expect(await runIn(engine, 'documents', '--to', '2020-01-01')).toMatchObject({ exit: 0, complained: 'There is no such document.' });
  });

  it('refuses an order and a day that are none, and completes its options', async () => {
    const { readCommand } = await import('#electron/headless/commands/all-commands.ts');
    for (const wrong of [
      ['--sort', 'size'],
      ['--from', '1 May'],
      ['--search', 'x'.repeat(201)],
    ])
      expect(readCommand(['documents', ...wrong, '--profile', 'p'])).toMatchObject({ ok: false });
    expect(completion('bash')).toMatch(/"documents"\*\) options="[^"]*--search --from --to --sort/);
  });
});
