import type { MessageKey } from './en.ts';
import { states } from './fr/states.ts';

export const fr: Readonly<Record<MessageKey, string>> = { ...states };
