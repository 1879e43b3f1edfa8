import { writeFileSync } from 'node:fs';
import { PARTS } from '../parts.ts';

/** Measures one part, and writes its lines into a file: `node test/bench/programs/part.ts p1 FILE`. Whatever goes wrong ends this process alone. */
const [name = '', file = ''] = process.argv.slice(2);
const measure = PARTS[name];
if (measure === undefined) throw new Error(`there is no part ${name}`);
writeFileSync(file, JSON.stringify(await measure()));
// What a part left open must not keep the run waiting.
process.exit(0);
