import { createRequire } from 'node:module';
import * as electron from '#test/support/fake-electron/fake-electron.ts';
import type { StandInSquirrel } from './stand-in-squirrel.ts';

/** electron-updater asks for Electron by Node's own `require`, which no alias of the tests reaches. */
export function inPlaceOfElectron(autoUpdater: StandInSquirrel): void {
  const require = createRequire(import.meta.url);
  const path = require.resolve('electron');
  require.cache[path] = { exports: { ...electron, autoUpdater } } as NodeJS.Module;
}
