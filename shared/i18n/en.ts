import type { KeyOf } from './speaker.ts';
import { allTheSame } from './en/all-the-same.ts';
import { answers } from './en/answers.ts';
import { browsers } from './en/browsers.ts';
import { connect } from './en/connect.ts';
import { desktop } from './en/desktop.ts';
import { document } from './en/document.ts';
import { documents } from './en/documents.ts';
import { explanations } from './en/explanations.ts';
import { needs } from './en/needs.ts';
import { windowUpload } from './en/handover.ts';
import { list } from './en/list.ts';
import { overview } from './en/overview.ts';
import { preview } from './en/preview.ts';
import { register } from './en/register.ts';
import { settings } from './en/settings.ts';
import { settled } from './en/settled.ts';
import { tidy } from './en/tidy.ts';
import { unfinished } from './en/unfinished.ts';
import { unproven } from './en/unproven.ts';
import { updates } from './en/updates.ts';
import { frame } from './en/frame.ts';
import { care } from './en/care.ts';
import { wizard } from './en/wizard.ts';

/** Defines the keys: every other language is typed by this one, so a missing text does not compile. */
export const en = {
  ...allTheSame,
  ...answers,
  ...browsers,
  ...connect,
  ...desktop,
  ...document,
  ...documents,
  ...explanations,
  ...frame,
  ...windowUpload,
  ...needs,
  ...list,
  ...overview,
  ...preview,
  ...register,
  ...settings,
  ...settled,
  ...tidy,
  ...care,
  ...wizard,
  ...unfinished,
  ...unproven,
  ...updates,
} as const;

export type MessageKey = KeyOf<typeof en>;
