import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Files } from '#shared/ports/files.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { type AnIntake, anIntake, type Of } from './an-intake.ts';
import { NO_LINKS, unless } from '#test/support/why-skipped.ts';

async function watching(of: Of = {}): Promise<AnIntake> {
  const at = anIntake(of);
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  return at;
}

/** As if the target of a link did not answer. */
const listUnknowing = async (real: Files, path: string): ReturnType<Files['list']> => {
  const listed = await real.list(path);
  return listed.ok ? { ...listed, value: listed.value.map((entry) => ({ ...entry, special: null })) } : listed;
};

const passedOver = (at: AnIntake) => at.intake.passedOver(at.folder().id).linked;

describe('a link to a folder', unless(NO_LINKS), () => {
  it('is passed over with one line, is no document, and its files are not sent', async () => {
    const at = await watching();
    const elsewhere = join(dirname(at.root), 'Ailleurs');
    mkdirSync(elsewhere);
    let told = 0;
    at.intake.onChange(() => (told += 1));
    for (const name of ['lien', 'second lien']) symlinkSync(elsewhere, join(at.root, name));
    at.drop(sampleFiles.invoice, '../Ailleurs/a.pdf');
    await at.pass(20 * MINUTE_MS);
    expect(at.items()).toEqual([]);
    expect([passedOver(at)?.folders, told]).toEqual([2, 1]);
    expect(passedOver(at)?.first).toMatch(/lien$/);
    for (const name of ['lien', 'second lien']) rmSync(join(at.root, name));
    await at.pass(MINUTE_MS);
    expect([passedOver(at), told]).toEqual([null, 2]);
  });

  it('is an ordinary link, which is set aside, where it is not known to lead to one', async () => {
    const at = await watching({ files: (real) => ({ list: (path) => listUnknowing(real, path) }) });
    symlinkSync(dirname(at.root), join(at.root, 'lien'));
    await at.until(() => at.items().length === 1);
    expect([at.found[0]?.inspected, passedOver(at)]).toMatchObject([{ kind: 'unfit', problem: { kind: 'link' } }, null]);
  });

  it('that leads to a file, or nowhere, is a document that is set aside, as before', async () => {
    const at = await watching();
    at.drop(sampleFiles.invoice, '../a.pdf');
    symlinkSync(join(at.root, '..', 'a.pdf'), join(at.root, 'fichier.pdf'));
    symlinkSync('/nowhere/at/all', join(at.root, 'nulle part.pdf'));
    await at.until(() => at.items().length === 2);
    expect(at.found.map(({ inspected }) => inspected)).toMatchObject([{ problem: { kind: 'link' } }, { problem: { kind: 'link' } }]);
    expect(passedOver(at)).toBeNull();
  });
});
