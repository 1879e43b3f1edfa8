import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import type { Office } from './office.ts';

/** The sweep that finds what nobody heard of comes so long after the last one (`electron/intake/create-intake.ts`). */
const SWEEP_EVERY_MS = 30_000;
/** A machine that is busy for as long as that may miss it once. */
const TRIES = 3;
const NAME = 'half a scan.pdf';

/** Whether the host comes to know of a file sooner than its next sweep would have found it. The file is not whole, so nothing is made of it. */
export async function isHeard(office: Office, folder: string): Promise<boolean> {
  let sweptAt = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    await office.until('it was swept anew', async () => {
      const lastSweptAt = (await readFolder(office, folder))?.lastSweptAt ?? 0;
      const isLater = lastSweptAt > sweptAt;
      sweptAt = lastSweptAt;
      return isLater;
    });
    writeFileSync(join(folder, NAME), aPdf(NAME, 2_000).subarray(0, 1_000));
    let since = 0;
    await office.until('the half of a file is told', async () => (since = await toldSince(office, folder)) > 0);
    rmSync(join(folder, NAME));
    await office.until('it is told no more', async () => (await toldSince(office, folder)) === 0);
    if (since < sweptAt + SWEEP_EVERY_MS) return true;
  }
  return false;
}

async function readFolder(office: Office, folder: string) {
  const { folders } = await office.client.overview();
  return folders.find(({ path }) => path === office.machine.pathOf(folder));
}

/** Since when it is told of as unfinished; zero while it is not. */
async function toldSince(office: Office, folder: string): Promise<number> {
  const { unfinished = [] } = await office.client.overview();
  const id = (await readFolder(office, folder))?.id;
  const told = unfinished.find(({ folderId }) => folderId === id)?.files.find(({ name }) => name === NAME);
  return told?.since ?? 0;
}
