/** The menu of the tray. */
export const tray = {
  'tray.open': 'Open Intray',
  'tray.quit': 'Quit Intray',
  'tray.refusals': 'Recently refused',
  'tray.pause': 'Pause sending',
  'tray.resume': 'Resume sending',
  'tray.add-folder': 'Add a folder…',
  'tray.settings': 'Settings…',
  'tray.update': 'Restart as version {{version}}',
} as const;
