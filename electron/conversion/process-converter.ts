import { Semaphore } from '#shared/async/semaphore.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import type { Conversion, ConvertFault } from '#shared/domain/item/conversion/conversion.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Converter, ConvertRequest } from '#shared/ports/converter.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { type ConversionChild, type ConversionMessage, type StartConversionChild, TOO_MUCH_MEMORY } from './process/messages.ts';

export type ProcessConverterDeps = {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly start: StartConversionChild;
};

/** Limits of size keep nearly all files within seconds. */
export const CONVERT_MS = MINUTE_MS;
export const REST_MS = MINUTE_MS;
/** After a gap of this length the computer slept, or this program did not run: a missing answer proves nothing. */
const LOST_MS = 2 * SECOND_MS;

type Answer = Extract<ConversionMessage, { kind: 'answer' }>['answer'];
type Work = Parameters<Converter['convert']>[1];

/** Converts in a process of its own, which is started for the first file, replaced when it ends, and ended after a rest. */
export class ProcessConverter implements Converter {
  readonly #by: ProcessConverterDeps;
  readonly #turns = new Semaphore(1);
  readonly #end = new StopSource();
  #child: ConversionChild | null = null;
  #rest: StopSource | null = null;
  /** The conversion that is under way. */
  #working: { readonly child: ConversionChild; readonly progress: Work['progress']; readonly tell: (answer: Answer) => void } | null = null;

  constructor(by: ProcessConverterDeps) {
    this.#by = by;
  }

  async convert(of: ConvertRequest, { progress, stop }: Work): Promise<Result<Conversion, ConvertFault>> {
    const stopped = new StopSource();
    const letGo = [stopped.follow(stop), stopped.follow(this.#end)];
    try {
      const release = await this.#turns.acquire(stopped);
      if (release === null) return fail('stopped');
      try {
        return await this.#one(of, { progress, stop: stopped });
      } finally {
        release();
      }
    } finally {
      for (const go of letGo) go();
    }
  }

  /** From now on nothing is converted, and nothing is waited for. */
  end(): void {
    this.#end.abort();
    this.#drop();
  }

  async #one(of: ConvertRequest, { progress, stop }: Work): Promise<Answer> {
    if (stop.aborted) return fail('stopped');
    const child = this.#alive();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#working = { child, progress, tell: resolve };
    child.send(of);
    const answer = await this.#inTime(promise, stop);
    this.#working = null;
    if (answer === null) {
      // Nobody is told before the process can no longer write.
      this.#drop();
      if (!stop.aborted) this.#by.log.warn('a conversion took too long', { kind: of.kind });
      return fail(stop.aborted ? 'stopped' : 'too-slow');
    }
    if (this.#child !== null) void this.#endAfterRest();
    return answer;
  }

  /** Null if there is no answer within the limit, or on `stop`. */
  async #inTime(answer: Promise<Answer>, stop: Stop): Promise<Answer | null> {
    const { clock } = this.#by;
    for (;;) {
      const fromMs = clock.monotonicMs();
      const told = await withTimeout(answer, { clock, withinMs: CONVERT_MS, stop, late: () => null });
      const isLost = clock.monotonicMs() - fromMs - CONVERT_MS > LOST_MS;
      if (told !== null || stop.aborted || !isLost) return told;
    }
  }

  #alive(): ConversionChild {
    this.#rest?.abort();
    if (this.#child !== null) return this.#child;
    const child = this.#by.start();
    this.#child = child;
    child.onSaid((said) => this.#hear(said, child));
    child.onEnd(() => {
      if (this.#child !== child) return;
      this.#child = null;
      const isMemory = child.output().includes(TOO_MUCH_MEMORY);
      this.#by.log.warn('the process that converts files ended', { memory: isMemory });
      this.#tell(fail(isMemory ? 'too-much-memory' : 'broken'), child);
    });
    return child;
  }

  #hear(said: ConversionMessage, child: ConversionChild): void {
    if (this.#child !== child) return;
    if (said.kind === 'page') return this.#working?.progress(said.at);
    if (said.isToEnd) this.#drop();
    this.#tell(said.answer, child);
  }

  #tell(answer: Answer, child: ConversionChild): void {
    if (this.#working?.child === child) this.#working.tell(answer);
  }

  async #endAfterRest(): Promise<void> {
    const rest = new StopSource();
    this.#rest = rest;
    await this.#by.clock.sleep(REST_MS, rest);
    if (!rest.aborted) this.#drop();
  }

  #drop(): void {
    this.#rest?.abort();
    const child = this.#child;
    this.#child = null;
    child?.kill();
  }
}
