import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { withFigures } from './lay-files.ts';
import { behaviourFigures, behaviourTable } from './table.ts';

// Prints what is asserted about Electron; `--write` puts the figures into the README beside this file.
const path = join(import.meta.dirname, 'README.md');
if (process.argv.includes('--write')) writeFileSync(path, withFigures(readFileSync(path, 'utf8'), behaviourFigures()));
else process.stdout.write(`${behaviourTable()}\n`);
