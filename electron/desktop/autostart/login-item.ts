import { app, type LoginItemSettings } from 'electron/main';
import type { AutostartEntry } from './autostart-entry.ts';

/** macOS identifies the app by its bundle, not by a path, so it finds a moved app again. It passes no switch to the app. */
export function loginItem(): AutostartEntry {
  return {
    state: () => {
      if (status() === 'enabled') return 'starts';
      return status() === 'requires-approval' ? 'switched-off' : 'absent';
    },
    set: (wanted) => {
      if (wanted && status() === 'requires-approval') return;
      app.setLoginItemSettings({ openAtLogin: wanted });
    },
    mend: () => undefined,
  };
}

function status(): LoginItemSettings['status'] {
  return app.getLoginItemSettings().status;
}
