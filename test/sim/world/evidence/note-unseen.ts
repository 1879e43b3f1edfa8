import type { Clock } from '#shared/ports/world.ts';
import { typeOf } from '../../plan/places.ts';
import type { Chance } from '../chance.ts';
import type { Departures } from './departures.ts';

type NotesIn = { readonly clock: Pick<Clock, 'monotonicMs'>; readonly departures: Departures };

/** Notes for invariant 20 that a computer could not list a folder. The strikes do not say which one, so it is noted for both types. */
export function noteUnlisted({ chance, clock, departures }: NotesIn & { readonly chance: Chance }, by: string): Chance {
  const strikes: Chance['strikes'] = (fault) => {
    const struck = chance.strikes(fault);
    const now = clock.monotonicMs();
    if (struck && fault === 'share-away') departures.couldNotLook({ by, importType: null, fromMs: now, toMs: now });
    return struck;
  };
  return { ...chance, strikes };
}

/** Notes for invariant 20 that a computer could not look at this file. */
export function noteUnread({ clock, departures }: NotesIn, by: string, path: string): void {
  departures.couldNotRead({ by, importType: typeOf(path), fromMs: clock.monotonicMs() });
}
