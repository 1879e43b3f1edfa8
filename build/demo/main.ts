import { parseArgs } from 'node:util';
import { buildWindow } from './build-window.ts';
import { DEMO_SAMPLES } from './demo-samples.ts';
import { demoElectron, electronBinary } from './electron.ts';
import { type Drop, dropSamples } from './drop-samples.ts';
import { filesSeen, isFinal, sayState, type Seen } from './follow.ts';
import { pause } from './pause.ts';
import { setStage, type Stage } from './stage.ts';
import { verdicts, verdictTable } from './verdict-table.ts';

/** All samples are finished in about half a minute; an overloaded machine gets four times as long. */
const ONCE_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 250;
const LOG_SHOWN = 3_000;

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false }, empty: { type: 'boolean', default: false } } });
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

buildWindow(say);
const stage = await setStage(say);
say(`The accountant’s side, to accept and refuse by hand: ${stage.parts.consoleUrl}`);
try {
  // Only the headless host can report how every document ended, so `--once` always uses it.
  const binary = values.once ? null : electronBinary();
  const samples = values.empty ? 'none' : 'drop';
  process.exitCode = binary === null ? await run(stage) : await demoElectron({ stage, binary, say, stop: stopping.signal, samples });
} catch (error) {
  // Ctrl-C in a terminal stops the programs too, and a request to them may be in flight.
  if (!stopping.signal.aborted) throw error;
} finally {
  say('Stopping and clearing up …');
  await stage.close();
}

async function run(on: Stage): Promise<number> {
  say(`The window: ${on.host.url}`);
  say(`(That address opens once, within ten minutes. A fresh one: npm run -s headless -- url --profile ${on.profile})`);
  if (!values.once) say(`Drop scans of your own into ${Object.values(on.folders).join(' or ')}. Ctrl-C ends it.`);
  const drops = new Map<string, Drop>();
  const dropping = dropSamples(values.empty ? [] : DEMO_SAMPLES, { folders: on.folders, drops, say, stop: stopping.signal });
  const told = new Map<string, string>();
  const endAt = performance.now() + ONCE_WITHIN_MS;
  for (;;) {
    await pause(LOOK_EVERY_MS, stopping.signal);
    if (stopping.signal.aborted) return values.once ? 1 : 0;
    if (!on.host.program.running()) return gaveUp('Intray ended by itself.', on);
    const seen = await filesSeen(on.host.client);
    tell(seen, told, drops);
    if (!values.once) continue;
    if (drops.size === DEMO_SAMPLES.length && [...drops.values()].every((drop) => drop.endedAt !== null)) {
      await dropping;
      return conclude(drops, seen);
    }
    if (performance.now() > endAt) {
      conclude(drops, seen);
      return gaveUp(`Not all documents came to an end within ${ONCE_WITHIN_MS / 1_000} s.`, on);
    }
  }
}

/** Prints one line per change of a file. */
function tell(seen: ReadonlyMap<string, Seen>, told: Map<string, string>, drops: Map<string, Drop>): void {
  for (const [path, one] of seen) {
    const words = sayState(one);
    if (told.get(path) !== words) say(`${one.path.split(/[\\/]/).at(-1)}  ${words}`);
    told.set(path, words);
    const drop = drops.get(path);
    if (drop !== undefined && drop.endedAt === null && isFinal(one.item)) drop.endedAt = performance.now();
  }
}

function conclude(drops: ReadonlyMap<string, Drop>, seen: ReadonlyMap<string, Seen>): number {
  const all = verdicts(DEMO_SAMPLES, drops, seen);
  process.stdout.write(`\n${verdictTable(all)}\n\n`);
  const wrong = all.filter((one) => one.wrong !== null);
  for (const one of wrong) say(`${one.sample.name}: ${one.wrong}`);
  say(
    wrong.length === 0 ? `All ${all.length} documents came to the end that they should.` : `${wrong.length} of ${all.length} went wrong.`,
  );
  return wrong.length === 0 ? 0 : 1;
}

function gaveUp(why: string, on: Stage): number {
  const logs = [...on.parts.programs, on.host.program].map(
    (one) => `--- the end of the log of ${one.name}\n${one.log().slice(-LOG_SHOWN)}`,
  );
  say(`${why}\n${logs.join('\n')}`);
  return 1;
}

function say(line: string): void {
  process.stdout.write(`${new Date().toLocaleTimeString('en-GB')}  ${line}\n`);
}
