import { app, type LoginItemSettings } from 'electron/main';
import type { AutostartEntry } from './autostart-entry.ts';

/** macOS knows the app by its bundle and not by a path, finds it again where it was moved, and gives it no switch. */
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
