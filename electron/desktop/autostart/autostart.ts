import type { AutostartEntry, AutostartPlace } from './autostart-entry.ts';
import { loginItem } from './login-item.ts';
import { runEntry } from './run-entry.ts';
import { xdgEntry } from './xdg-entry.ts';

export function autostartEntry(place: AutostartPlace): AutostartEntry {
  if (place.platform === 'linux') return xdgEntry(place);
  return place.platform === 'darwin' ? loginItem() : runEntry(place);
}
