import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { strikeJournal } from '#test/sim/world/disk/journal-faults.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { anEngine } from './an-engine.ts';

/** SQLite's code for an I/O error. */
const IO_ERROR = 10;

it('an engine that is woken up on a disk that does not take a write lives on, says so, and looks everywhere all the same', async () => {
  const root = tempFolder();
  let isBad = false;
  onTestFinished(strikeJournal(join(root, 'profile'), () => (isBad ? IO_ERROR : null)));
  const engine = await anEngine(root);
  isBad = true;
  expect(() => engine.app.lookAgain()).not.toThrow();
  expect(engine.app.overview().disk).toMatchObject({ kind: 'bad', fault: 'broken' });
  isBad = false;
  engine.app.lookAgain();
  expect(engine.app.overview().disk).toEqual({ kind: 'good' });
});
