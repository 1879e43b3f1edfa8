import { app } from 'electron/main';
import { codeOf } from '#shared/node/code-of.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Autostart } from '../../engine/engine.ts';
import type { AutostartEntry } from './autostart-entry.ts';
import type { AutostartState } from './autostart-entry.ts';

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, 'windows' | 'macos'>>> = { win32: 'windows', darwin: 'macos' };

export type KeepEntryOptions = {
  readonly platform: NodeJS.Platform;
  /** This installation has never been started before, so the default is written down now, and only now. */
  readonly isFirst: boolean;
  readonly log: Log;
};

/** Gives the engine the system's entry. A home folder that cannot be read or written does not keep Intray from sending. */
export function keepEntry(entry: AutostartEntry, { platform, isFirst, log }: KeepEntryOptions): Autostart {
  const tried = (what: string, act: () => void): void => {
    try {
      act();
    } catch (error) {
      log.warn('the start with the computer could not be set', { what, code: codeOf(error) });
    }
  };
  let seen: AutostartState = 'absent';
  const look = (): AutostartState => {
    tried('look', () => {
      seen = entry.state();
    });
    return seen;
  };
  return {
    isFirst,
    view: () => ({ is: look(), system: SYSTEMS[platform] ?? 'linux' }),
    set: (wanted) => tried('set', () => entry.set(wanted)),
    mend: () => tried('mend', () => entry.mend()),
    // No system sends an event when its switch is turned, but a person who turned it comes back to the window.
    onChange: (ring) =>
      void app.on('browser-window-focus', () => {
        const before = seen;
        if (look() !== before) ring();
      }),
  };
}
