import type { KeyOf } from './speaker.ts';
import { answers } from './en/answers.ts';
import { connect } from './en/connect.ts';
import { desktop } from './en/desktop.ts';
import { documents } from './en/documents.ts';
import { explanations } from './en/explanations.ts';
import { overview } from './en/overview.ts';
import { settings } from './en/settings.ts';
import { states } from './en/states.ts';
import { tidy } from './en/tidy.ts';
import { frame } from './en/frame.ts';

/** Defines the keys: every other language is typed by this one, so a missing text does not compile. */
export const en = {
  ...answers,
  ...connect,
  ...desktop,
  ...documents,
  ...explanations,
  ...frame,
  ...overview,
  ...settings,
  ...states,
  ...tidy,
} as const;

export type MessageKey = KeyOf<typeof en>;
