import { states } from './en/states.ts';

/** Defines the keys: every other language is typed by this one, so a missing text does not compile. */
export const en = { ...states } as const;

export type MessageKey = keyof typeof en;
