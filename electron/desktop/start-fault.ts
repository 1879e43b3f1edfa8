import { app, dialog } from 'electron/main';
import type { MessageKey } from '#shared/i18n/en.ts';
import type { Translate } from '#shared/i18n/translate.ts';
import type { AppFault } from '../app-shape.ts';

const KEYS: Readonly<Record<AppFault['kind'], MessageKey>> = {
  'in-use': 'start-fault.in-use',
  newer: 'start-fault.newer',
  unreadable: 'start-fault.unreadable',
};

/** The engine could not be made: says why and what can be done, then ends. Nothing was changed on the disk. */
export function endOverFault(fault: AppFault, translate: Translate): void {
  dialog.showErrorBox(translate('start-fault.title'), `${translate(KEYS[fault.kind])}\n\n${fault.detail}`);
  app.exit(1);
}
