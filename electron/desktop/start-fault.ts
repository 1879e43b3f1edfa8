import { app, BaseWindow, dialog, type MessageBoxOptions } from 'electron/main';
import type { MessageKey } from '#shared/i18n/en.ts';
import type { Translate } from '#shared/i18n/translate.ts';
import type { EngineFault } from '../engine/engine.ts';
import { HIDDEN_SWITCH, secondStart } from './launch-options.ts';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { beforeDashes } from '#shared/lib/file-names.ts';

const KEYS: Readonly<Record<EngineFault['kind'], MessageKey>> = {
  'in-use': 'start.fault.in-use',
  newer: 'start.fault.newer',
  full: 'start.fault.full',
  'read-only': 'start.fault.read-only',
  held: 'start.fault.held',
  broken: 'start.fault.disk-errors',
  unreadable: 'start.fault.unreadable',
  'not-own': 'start.fault.not-own',
  'not-private': 'start.fault.not-private',
};

/** The engine could not be opened: says why and what can be done, then ends. Nothing was changed on the disk. */
export function endOverFault(fault: EngineFault, translate: Translate): void {
  dialog.showErrorBox(translate('start.fault.title'), translate(KEYS[fault.kind]));
  app.exit(1);
}

/**
 * Says in a dialog why the start is waiting, once per reason, and closes the dialog when the wait is over. Nothing else of Intray is visible by
 * then, so the dialog also has the button that ends it, and a second start shows it again.
 */
export function sayThatStartWaits(translate: Translate, platform: NodeJS.Platform): (fault: EngineFault | null) => void {
  let shown: AbortController | null = null;
  let current: EngineFault | null = null;
  let parent: BaseWindow | null = null;
  const ask = async ({ kind }: EngineFault, signal: AbortSignal): Promise<void> => {
    const title = translate('start.wait.title');
    const detail = `${translate(KEYS[kind])}\n\n${translate('start.wait.text')}`;
    const buttons = [translate('start.wait.wait'), translate('start.wait.quit')];
    const about: MessageBoxOptions = { type: 'warning', title, message: title, detail, buttons };
    const box = { ...about, defaultId: WAIT, cancelId: WAIT, signal };
    const { response } = await (parent === null ? dialog.showMessageBox(box) : dialog.showMessageBox(parent, box));
    if (response !== WAIT && !signal.aborted) app.exit(0);
  };
  const show = (): void => {
    shown?.abort();
    shown = current === null ? null : new AbortController();
    if (current !== null) parent ??= parentOnMac(platform);
    if (current !== null && shown !== null) void ask(current, shown.signal);
  };
  // Nothing is open yet that would need closing.
  const hear = (_event: unknown, argv: readonly string[]): void => (secondStart(argv) === 'quit' ? app.exit(0) : show());
  return (fault) => {
    if (current === null && fault !== null) app.on('second-instance', hear);
    if (fault === null) app.off('second-instance', hear);
    current = fault;
    show();
    if (fault !== null) return;
    parent?.destroy();
    parent = null;
  };
}

/**
 * Without a parent window, macOS shows a box by a blocking call that returns when a user closes it: the start would wait for the user instead of
 * the disk, and the signal would have no effect. So on macOS the box gets a parent window, and closing that window does not end the app.
 */
function parentOnMac(platform: NodeJS.Platform): BaseWindow | null {
  if (platform !== 'darwin') return null;
  app.on('window-all-closed', () => undefined);
  return new BaseWindow({ title: 'Intray', width: 520, height: 180, resizable: false, minimizable: false, closable: false });
}

/** Index of the first button; closing the dialog means the same. */
const WAIT = 0;

type StartAgain = {
  /** Arguments of this start. */
  readonly argv: readonly string[];
  /** Start again in the tray only. */
  readonly hidden: boolean;
};

/** Starts this same version again with the same arguments, once the app has ended. */
export function startAgain({ argv, hidden }: StartAgain): void {
  const words = beforeDashes(argv.slice(1)).filter((one) => one !== HIDDEN_SWITCH);
  const args = hidden ? [...words, HIDDEN_SWITCH] : words;
  // The running program of an AppImage is in a mount that disappears with it.
  const image = process.env['APPIMAGE'];
  app.relaunch(image !== undefined && existsSync(image) ? { args, execPath: image } : { args });
}
