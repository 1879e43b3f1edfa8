// `FROM TO PAUSE_MS END…`: copies a file up to each end and pauses there, as a scanner writes it: open all the time, and complete only at the end.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const [from = '', to = '', pauseMs = '', ...ends] = process.argv.slice(2);
const bytes = readFileSync(from);
const file = openSync(to, 'w');
let start = 0;
for (const end of ends.map(Number)) {
  writeSync(file, bytes.subarray(start, end));
  start = end;
  await setTimeout(Number(pauseMs));
}
writeSync(file, bytes.subarray(start));
closeSync(file);
