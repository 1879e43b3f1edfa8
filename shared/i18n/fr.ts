import type { en } from './en.ts';
import { allTheSame } from './fr/all-the-same.ts';
import { answers } from './fr/answers.ts';
import { browsers } from './fr/browsers.ts';
import { connect } from './fr/connect.ts';
import { desktop } from './fr/desktop.ts';
import { document } from './fr/document.ts';
import { documents } from './fr/documents.ts';
import { explanations } from './fr/explanations.ts';
import { needs } from './fr/needs.ts';
import { windowUpload } from './fr/handover.ts';
import { list } from './fr/list.ts';
import { overview } from './fr/overview.ts';
import { preview } from './fr/preview.ts';
import { register } from './fr/register.ts';
import { settings } from './fr/settings.ts';
import { settled } from './fr/settled.ts';
import { tidy } from './fr/tidy.ts';
import { unfinished } from './fr/unfinished.ts';
import { unproven } from './fr/unproven.ts';
import { updates } from './fr/updates.ts';
import { frame } from './fr/frame.ts';
import { care } from './fr/care.ts';
import { wizard } from './fr/wizard.ts';
import type { French } from './french.ts';

export const fr: French<typeof en> = {
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
};
