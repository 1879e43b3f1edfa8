import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIntake } from '#electron/intake/create-intake.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { readsHere } from '#test/support/reads-here.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { aCompany, anOpenJournal } from '../journal/an-open-journal.ts';

describe('intake on the machine’s own clock', () => {
  it('takes up a scan by the doorbell, long before the next sweep', async () => {
    const open = anOpenJournal();
    const root = join(tempFolder(), 'Ventes');
    mkdirSync(root);
    open.journal.folders.add({ companyId: aCompany(open).id, importType: 'sales-invoices', path: root, settleMs: 50 });
    const log = recordingLog();
    const intake = createIntake({ world: { clock: nodeClock(), files: nodeFiles(), log }, store: open.journal.intake, ...readsHere() });
    onTestFinished(() => intake.close());
    intake.start();
    const folder = () => open.journal.folders.folders()[0];
    await vi.waitUntil(() => folder()?.identity, { timeout: 5_000, interval: 5 });
    copyFileSync(sampleFiles.jpeg.path, join(root, 'ticket.jpg'));
    const listed = () => open.journal.list.page({ limit: 9 }).items;
    // The next sweep is half a minute away, so this can only be the doorbell.
    await vi.waitUntil(() => listed().length === 1, { timeout: 10_000, interval: 5 });
    expect(listed()).toMatchObject([{ name: 'ticket.jpg', state: { kind: 'waiting' } }]);
  });
});

describe('npm run inspect', () => {
  it('says one line of JSON a file, and 0, whatever it is given', async () => {
    const files = [sampleFiles.invoice.path, sampleFiles.tiff.path, join(tempFolder(), 'none.pdf'), tempFolder()];
    // It rejects if the exit code is not 0.
    const { stdout } = await promisify(execFile)(process.execPath, ['electron/headless/inspect.ts', '--type', 'sales-invoices', ...files]);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ file }) => file)).toEqual(files);
    expect(lines).toMatchObject([
      { verdict: 'fit', mediaType: 'application/pdf', problem: null, reference: expect.stringMatching(/^iy2[a-z2-7]{52}00$/) },
      { verdict: 'unfit', mediaType: null, problem: { kind: 'not-taken', found: 'tiff' }, reference: null },
      { verdict: 'unfit', problem: { kind: 'unreadable', code: 'ENOENT' } },
      { verdict: 'unfit', problem: { kind: 'unreadable', code: 'NOT_A_FILE' } },
    ]);
  });
});
