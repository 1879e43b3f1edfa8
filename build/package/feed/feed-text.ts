/** An announcement as electron-updater reads it: YAML, of which JSON is a subset. A date must be quoted, or YAML would not read it as text. */
export function feedText(announcement: object): string {
  return `${JSON.stringify(announcement, null, 2)}\n`;
}
