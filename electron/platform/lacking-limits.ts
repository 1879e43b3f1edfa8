import type { Log } from '#shared/ports/world.ts';
import type { StartedMessage } from './parent-process.ts';

export type LackingLimitsDeps = { readonly log: Pick<Log, 'warn'>; readonly process: 'files' | 'conversion' };

/** Logs what started processes say that they lack, once for all that say the same. */
export class LackingLimits {
  readonly #by: LackingLimitsDeps;
  #said = '';

  constructor(deps: LackingLimitsDeps) {
    this.#by = deps;
  }

  hear({ lacks }: StartedMessage): void {
    const said = lacks.join(' ');
    if (said === this.#said) return;
    this.#said = said;
    if (said !== '') this.#by.log.warn('a process was started without some of its limits', { process: this.#by.process, lacks: said });
  }
}
