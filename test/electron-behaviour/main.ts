import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { withTable } from './readme.ts';
import { behaviourTable } from './table.ts';

// Prints what is asserted about Electron; `--write` puts it into the README beside this file.
const path = join(import.meta.dirname, 'README.md');
if (process.argv.includes('--write')) writeFileSync(path, withTable(readFileSync(path, 'utf8'), behaviourTable()));
else process.stdout.write(`${behaviourTable()}\n`);
