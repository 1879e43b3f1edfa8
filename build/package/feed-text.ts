import { stringify } from 'yaml';

/** An announcement as electron-updater reads it: by an older YAML, in which a date without quotes is no text. */
export function feedText(announcement: object): string {
  return stringify(announcement, { compat: 'yaml-1.1' });
}
