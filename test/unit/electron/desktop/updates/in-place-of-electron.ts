import { createRequire } from 'node:module';
import * as electron from '#test/support/fake-electron/fake-electron.ts';
import type { StandInSquirrel } from './stand-in-squirrel.ts';

/** electron-updater loads Electron through Node's own `require`, which the aliases of the tests do not affect. */
export function inPlaceOfElectron(autoUpdater: StandInSquirrel): void {
  const require = createRequire(import.meta.url);
  const path = require.resolve('electron');
  require.cache[path] = { exports: { ...electron, autoUpdater } } as NodeJS.Module;
}
