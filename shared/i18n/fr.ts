import type { en } from './en.ts';
import { answers } from './fr/answers.ts';
import { connect } from './fr/connect.ts';
import { desktop } from './fr/desktop.ts';
import { documents } from './fr/documents.ts';
import { explanations } from './fr/explanations.ts';
import { overview } from './fr/overview.ts';
import { settings } from './fr/settings.ts';
import { states } from './fr/states.ts';
import { tidy } from './fr/tidy.ts';
import { frame } from './fr/frame.ts';
import type { French } from './french.ts';

export const fr: French<typeof en> = {
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
};
