import { parseArgs } from 'node:util';
import { findPoints } from './points.ts';
import { liveTwice } from './live-twice.ts';
import { noStrace, openStage } from './stage.ts';

/** Kills the real program at every durable step of one delivery: `npm run kill-points`; `-- --part 1/2` for every second of them. */
const { values } = parseArgs({ options: { part: { type: 'string', default: '1/1' } } });
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const missing = noStrace();
if (missing !== null) {
  process.stderr.write(`${missing}\n`);
  process.exit(2);
}
const stage = await openStage();
let wrong = 0;
let missed = 0;
try {
  const points = await findPoints(stage);
  const mine = points.filter((_, index) => index % parts === part - 1);
  process.stdout.write(`${points.length} points, ${mine.length} of them in this part\n`);
  for (const [index, point] of mine.entries()) {
    const lives = await liveTwice(stage, point, `killed at ${point.call} ${point.at}, part ${part}`);
    if (!lives.killed) missed += 1;
    if (lives.wrong.length > 0) wrong += 1;
    const said = lives.wrong.length > 0 ? `WRONG ${lives.wrong.join('; ')}` : lives.killed ? 'well' : 'not reached';
    process.stdout.write(`${index + 1}/${mine.length} ${point.call} ${point.at} ${point.what}: ${said}\n`);
  }
  process.stdout.write(`${mine.length} points: ${mine.length - wrong} well, ${wrong} wrong, ${missed} not reached\n`);
} finally {
  await stage.close();
}
process.exitCode = wrong === 0 ? 0 : 1;
