// Copies a file piece by piece, as a scanner writes it: open all the time, and complete only at the end.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const [, , from = '', to = ''] = process.argv;
const PIECES = 12;
const PAUSE_MS = 300;
const bytes = readFileSync(from);
const file = openSync(to, 'w');
for (let piece = 0; piece < PIECES; piece += 1) {
  const [start, end] = [piece, piece + 1].map((at) => Math.floor((bytes.length * at) / PIECES));
  writeSync(file, bytes.subarray(start, end));
  if (piece === 0) console.log('begun');
  await setTimeout(PAUSE_MS);
}
closeSync(file);
