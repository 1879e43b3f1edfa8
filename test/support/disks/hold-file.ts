import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { WhySkipped } from '../why-skipped.ts';
import { removeFolder, scratchFolder } from '../scratch-folder.ts';

export const NO_LOCKS: WhySkipped = isHeldByUse() ? null : 'here a file that a program has open can be renamed and removed';

/** On Windows SQLite opens any file without sharing it for delete or rename, as a virus scanner does; Node itself shares it. */
const HOLDING = `
  const { DatabaseSync } = await import('node:sqlite');
  const held = new DatabaseSync(process.argv[1]);
  try { held.prepare('PRAGMA user_version').get(); } catch {}
  process.once('message', () => { held.close(); process.send('free', () => process.disconnect()); });
  process.send('held');
`;

/** Another program that has this file open until `letGo`. Call it inside a test. */
export async function holdFile(path: string): Promise<{ letGo(): Promise<void> }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HOLDING, path], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill());
  await once(child, 'message');
  return {
    letGo: async () => {
      const free = once(child, 'message');
      child.send('let go');
      await free;
    },
  };
}

function isHeldByUse(): boolean {
  const folder = scratchFolder('lock');
  const database = new DatabaseSync(join(folder, 'open'));
  try {
    database.exec('CREATE TABLE a (b)');
    renameSync(join(folder, 'open'), join(folder, 'moved'));
    return false;
  } catch {
    return true;
  } finally {
    database.close();
    removeFolder(folder);
  }
}
