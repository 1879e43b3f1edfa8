import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Disk } from '#shared/domain/disk.ts';
import { type Host, startHost } from '../../../build/demo/start-host.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { badDisk } from '../kill-points/bad-disk.ts';
import { openStage, type Stage } from '../kill-points/stage.ts';
import { noStrace } from '../kill-points/strace.ts';
import { until } from '#test/support/until.ts';
import { unless } from '#test/support/why-skipped.ts';

/** Real programs on a loaded machine; a postponed upload is tried again within seconds. */
const TEST_MS = 180_000;

/** A folder that met a fault is looked at again after half a minute. */
const GOES_ON_WITHIN_MS = 90_000;

const FAULTS: readonly (readonly [string, readonly string[], Disk])[] = [
  ['full below the journal', ['pwrite64:error=ENOSPC'], expect.objectContaining({ kind: 'bad', fault: 'full' })],
  ['giving errors to every flush', ['fsync:error=EIO', 'fdatasync:error=EIO'], expect.objectContaining({ kind: 'bad', fault: 'broken' })],
];

describe('a disk that is', unless(noStrace()), () => {
  let stage: Stage;
  let host: Host;
  beforeAll(async () => {
    stage = await openStage();
    stage.begin('not of these tests');
    host = await startHost(stage.profile);
    await until('that one is sent', async () => (await stage.documents()).length === 1);
  }, TEST_MS);
  afterAll(async () => {
    await host.program.stop();
    await stage.close();
  }, TEST_MS);

  test.each(FAULTS)(
    '%s lets no byte leave, is shown, and lets everything go on when it is good again',
    { timeout: TEST_MS },
    async (what, rules, seen) => {
      await until('what came before is dealt with', async () => (await host.client.overview()).standing === 'fine');
      const disk = await badDisk(host.program.pid, rules);
      onTestFinished(disk.mend);
      drop(what);
      const shown = await until('it is shown', async () => {
        const overview = await host.client.overview();
        return overview.disk.kind === 'bad' ? overview : null;
      });
      expect(shown).toMatchObject({ disk: seen, standing: 'needs-you' });
      expect(await stage.documents()).toEqual([]);
      await disk.mend();
      await sentOnce();
      expect((await host.client.overview()).disk).toEqual({ kind: 'good' });
    },
  );

  test('out of handles ends nothing, and everything goes on when there are some', { timeout: TEST_MS }, async () => {
    const disk = await badDisk(host.program.pid, ['openat:error=EMFILE']);
    onTestFinished(disk.mend);
    drop('out of handles');
    await until('it is noticed', async () => (await host.client.overview()).folders.some(({ state }) => state !== 'present'));
    expect(await stage.documents()).toEqual([]);
    await disk.mend();
    await sentOnce();
  });

  function drop(text: string): void {
    writeFileSync(join(stage.folder, `${text.replaceAll(' ', '-')}.pdf`), aPdf(text));
  }

  /** The document arrives, is answered, and stays the only one. */
  async function sentOnce(): Promise<void> {
    const first = await until(
      'it goes on',
      async () => {
        const documents = await stage.documents();
        return documents.length > 0 ? documents : null;
      },
      GOES_ON_WITHIN_MS,
    );
    await until('all is answered', async () => (await host.client.overview()).standing === 'fine');
    expect([...first, ...(await stage.documents())]).toHaveLength(1);
    expect(host.program.running()).toBe(true);
  }
});
