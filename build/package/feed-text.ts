/** An announcement as electron-updater reads it: YAML, which JSON is, too. A date stands in quotes, else it would be no text. */
export function feedText(announcement: object): string {
  return `${JSON.stringify(announcement, null, 2)}\n`;
}
