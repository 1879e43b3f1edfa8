import { UUID } from 'builder-util-runtime';
import { APP_ID } from '#electron/desktop/app-id.ts';

/** As electron-builder names its own applications by their id. */
const NAMES = UUID.parse('50e065bc-3134-11e6-9bab-38c9862bdaf3');

/** The name under which the installer of electron-builder keeps an installation in Windows' registry. */
export function appGuid(): string {
  return UUID.v5(APP_ID, NAMES);
}
