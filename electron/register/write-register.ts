import type { RegisterQuery, RegisterStep } from '#shared/app-api/list/register.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { concat } from '#shared/lib/bytes.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { csvSink, type DrawDeps, pdfSink, type Sink } from './register-sink.ts';
import { type RegisterWords, registerWords } from './register-words.ts';

export type RegisterPage = { readonly items: readonly Item[]; readonly next: number | null };

export type RegisterDeps = {
  readonly clock: Clock;
  readonly page: (of: RegisterQuery['chosen'], after: number | null, limit: number) => RegisterPage;
  readonly total: (of: RegisterQuery['chosen']) => number;
  readonly companyName: (companyId: CompanyId) => string;
  /** Reads the font that the PDF is written with; null if it is missing. */
  readonly font: () => Promise<Uint8Array | null>;
  /** Draws pages; one for each register. */
  readonly drawing: DrawDeps;
  /** Asks the user where to save it; null if nobody can be asked. */
  readonly saveFile: ((name: string) => Promise<string | null>) | null;
  /** Writes beside the target, then renames, so that a failure leaves nothing behind. Resolves with the system's code, or null on success. */
  readonly keep: (path: string, bytes: Uint8Array) => Promise<string | null>;
};

/** Rows read at a time; more would hold up the rest of the engine. */
const PAGE_ROWS = 50;
/** Nothing blocks the event loop for longer than this, however long a register is. */
const TURN_MS = 6;
/** The size of one message. */
const PART_BYTES = 256 * 1024;
/** The most bytes of a register: a quarter of a million documents, as PDF. */
const FILE_BYTES_MAX = 512 * 1024 * 1024;

/** The deposit register of the chosen documents, step by step, in turns. A caller that stops iterating cancels it, and nothing is left behind. */
export async function* writeRegister(
  of: RegisterQuery,
  deps: RegisterDeps,
  stop: Stop | undefined,
): AsyncGenerator<RegisterStep, void, void> {
  const words = registerWords(of);
  const name = `${words.t('register.file')} ${words.day(deps.clock.wallMs())}.${of.format}`;
  const path = of.into === 'file' && deps.saveFile !== null ? await deps.saveFile(name) : null;
  if (of.into === 'file' && path === null) {
    yield { kind: 'not-kept', code: null };
    return;
  }
  const sink = await openSink(of, words, deps);
  if (sink === null) {
    yield { kind: 'not-kept', code: 'NO-FONT' };
    return;
  }
  try {
    yield* written(of, { ...deps, words, sink, path, stop });
  } finally {
    sink.close();
  }
}

const BROKEN: RegisterStep = { kind: 'not-kept', code: 'NO-THREAD' };

type Writing = RegisterDeps & {
  readonly words: RegisterWords;
  readonly sink: Sink;
  /** Null if the bytes go to the caller. */
  readonly path: string | null;
  readonly stop: Stop | undefined;
};

async function* written(of: RegisterQuery, writing: Writing): AsyncGenerator<RegisterStep, void, void> {
  const { sink, path, stop, keep } = writing;
  const total = writing.total(of.chosen);
  const kept: Uint8Array[] = [];
  let [rows, bytes] = [0, 0];
  yield { kind: 'progress', done: 0, total };
  for await (const done of added(of, writing)) {
    rows = done;
    if (!(await sink.turn())) {
      yield BROKEN;
      return;
    }
    const ready = sink.take();
    bytes += ready.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (path === null) yield* parts(ready);
    else kept.push(...ready);
    if (bytes > FILE_BYTES_MAX) break;
    yield { kind: 'progress', done, total };
  }
  if (stop?.aborted !== true) {
    if (!(await sink.end())) {
      yield BROKEN;
      return;
    }
    if (path === null) yield* parts(sink.take());
    const code = bytes > FILE_BYTES_MAX ? 'TOO-LARGE' : path === null ? null : await keep(path, concat([...kept, ...sink.take()]));
    yield code === null ? { kind: 'done', rows } : { kind: 'not-kept', code };
  }
}

/** Yields after each page how many rows there are by now; ends early on `stop`. */
async function* added(
  of: RegisterQuery,
  { clock, page: pageOf, words, sink, stop, companyName }: Writing,
): AsyncGenerator<number, void, void> {
  let [done, turnFrom] = [0, clock.monotonicMs()];
  for (let after: number | null = null, more = true; more; ) {
    const page: RegisterPage = pageOf(of.chosen, after, PAGE_ROWS);
    for (const item of page.items) {
      sink.add(words.rowOf(item, companyName(item.companyId)));
      done += 1;
      if (clock.monotonicMs() - turnFrom < TURN_MS) continue;
      await clock.sleep(0, stop);
      turnFrom = clock.monotonicMs();
    }
    yield done;
    ({ next: after } = page);
    more = after !== null && stop?.aborted !== true;
  }
}

async function openSink(of: RegisterQuery, words: RegisterWords, { clock, font, drawing }: RegisterDeps): Promise<Sink | null> {
  if (of.format === 'csv') return csvSink(words);
  const bytes = await font();
  if (bytes === null) return null;
  const title = words.t('register.title', { moment: words.moment(clock.wallMs()) });
  return pdfSink(drawing, { of, font: bytes, about: { title, madeAt: new Date(clock.wallMs()) } });
}

function* parts(ready: readonly Uint8Array[]): Generator<RegisterStep, void, void> {
  const all = concat([...ready]);
  for (let at = 0; at < all.byteLength; at += PART_BYTES) {
    yield { kind: 'part', base64: Buffer.from(all.subarray(at, at + PART_BYTES)).toString('base64') };
  }
}
