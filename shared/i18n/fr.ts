import type { en } from './en.ts';
import { desktop } from './fr/desktop.ts';
import { states } from './fr/states.ts';
import type { French } from './french.ts';

export const fr: French<typeof en> = { ...desktop, ...states };
