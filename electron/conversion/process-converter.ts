import { Semaphore } from '#shared/async/semaphore.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import type { ConvertFault, MadeConversion } from '#shared/domain/item/conversion/conversion.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { Converter, ConvertRequest, ConvertWork, JoinFault, JoinRequest } from '#shared/ports/converter.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { LackingLimits } from '../platform/lacking-limits.ts';
import {
  type ConversionChild,
  type ConversionMessage,
  type ConversionRequest,
  type StartConversionChild,
  TOO_MUCH_MEMORY,
} from './process/messages.ts';
import type { ChildRights } from '../file-process/child-options.ts';
import { forkProcess } from '../file-process/fork-child.ts';

export type ProcessConverterDeps = {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly start: StartConversionChild;
};

/** For each file. Limits of size keep nearly all of them within seconds. */
export const CONVERT_MS = MINUTE_MS;
export const REST_MS = MINUTE_MS;
/** After a gap of this length the computer slept, or this program did not run: a missing answer proves nothing. */
const LOST_MS = 2 * SECOND_MS;

type Within = { readonly stop: Stop; readonly withinMs: number };
type Answer = Pick<Extract<ConversionMessage, { kind: 'answer' }>, 'answer' | 'source'>;

/** Converts each file in a process of its own. The first one is started when it is needed, the next one after the answer; it ends after a rest. */
export class ProcessConverter implements Converter {
  readonly #by: ProcessConverterDeps;
  readonly #turns = new Semaphore(1);
  readonly #end = new StopSource();
  readonly #lacks: LackingLimits;
  #child: ConversionChild | null = null;
  #rest: StopSource | null = null;
  /** The conversion that is under way. */
  #working: {
    readonly child: ConversionChild;
    readonly progress: ConvertWork['progress'];
    readonly tell: (answer: Answer) => void;
  } | null = null;

  constructor(deps: ProcessConverterDeps) {
    this.#by = deps;
    this.#lacks = new LackingLimits({ log: deps.log, process: 'conversion' });
  }

  async convert(of: ConvertRequest, work: ConvertWork): Promise<Result<MadeConversion, ConvertFault>> {
    return (await this.#inTurn(of, work)).answer;
  }

  async join(of: JoinRequest, work: ConvertWork): Promise<Result<MadeConversion, JoinFault>> {
    const { answer, source = null } = await this.#inTurn(of, work);
    return answer.ok ? answer : fail({ fault: answer.failure, source });
  }

  /** From now on nothing is converted, and nothing is waited for. */
  end(): void {
    this.#end.abort();
    this.#drop();
  }

  async #inTurn(of: ConversionRequest, { progress, stop }: ConvertWork): Promise<Answer> {
    const stopped = new StopSource();
    const letGo = [stopped.follow(stop), stopped.follow(this.#end)];
    try {
      const release = await this.#turns.acquire(stopped);
      if (release === null) return failed('stopped');
      try {
        return await this.#one(of, { progress, stop: stopped });
      } finally {
        release();
      }
    } finally {
      for (const go of letGo) go();
    }
  }

  async #one(of: ConversionRequest, { progress, stop }: ConvertWork): Promise<Answer> {
    if (stop.aborted) return failed('stopped');
    const child = this.#alive();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#working = { child, progress, tell: resolve };
    child.send(of);
    const answer = await this.#inTime(promise, { stop, withinMs: CONVERT_MS * (of.kind === 'joined' ? of.sources.length : 1) });
    this.#working = null;
    if (answer === null) {
      // Nobody is told before the process can no longer write.
      this.#drop();
      if (!stop.aborted) this.#by.log.warn('a conversion took too long', { kind: of.kind });
      return failed(stop.aborted ? 'stopped' : 'too-slow');
    }
    if (this.#child === null) return answer;
    // It gave up its rights for this file. The next one is started before it is asked for.
    this.#drop();
    if (!stop.aborted) {
      this.#alive();
      void this.#endAfterRest();
    }
    return answer;
  }

  /** Null if there is no answer within the limit, or on `stop`. */
  async #inTime(answer: Promise<Answer>, { stop, withinMs }: Within): Promise<Answer | null> {
    const { clock } = this.#by;
    for (;;) {
      const fromMs = clock.monotonicMs();
      const told = await withTimeout(answer, { clock, withinMs, stop, late: () => null });
      const isLost = clock.monotonicMs() - fromMs - withinMs > LOST_MS;
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
      this.#tell(failed(isMemory ? 'too-much-memory' : 'broken'), child);
    });
    return child;
  }

  #hear(said: ConversionMessage, child: ConversionChild): void {
    if (this.#child !== child) return;
    if (said.kind === 'page') return this.#working?.progress(said.at);
    if (said.kind === 'started') return this.#lacks.hear(said);
    this.#tell(said, child);
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

function failed(fault: ConvertFault): Answer {
  return { answer: fail(fault) };
}

/** Until it has opened what it needs; then it gives up all of it. One thread watches its memory. */
export const CONVERSION_RIGHTS: ChildRights = { writes: 'anywhere', threads: true };

/** Converts in a Node process. `file` is the program of that process: its source, or what the build made of it. */
export function forkedConverter({ file, ...by }: Pick<ProcessConverterDeps, 'clock' | 'log'> & { readonly file: URL }): ProcessConverter {
  return new ProcessConverter({
    ...by,
    start: forkProcess<ConversionRequest, ConversionMessage>(file, { output: 'kept', rights: CONVERSION_RIGHTS }),
  });
}
