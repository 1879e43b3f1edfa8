import type { en } from './en.ts';
import { desktop } from './fr/desktop.ts';
import { startFault } from './fr/start-fault.ts';
import { states } from './fr/states.ts';
import type { French } from './french.ts';

export const fr: French<typeof en> = { ...desktop, ...startFault, ...states };
