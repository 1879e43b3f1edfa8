/** The menu and the status line of the tray. */
export const tray = {
  'tray.open': 'Open Intray',
  'tray.quit': 'Quit Intray',
  'tray.refusals': 'Recently refused',
  'tray.pause': 'Pause sending',
  'tray.resume': 'Resume sending',
  'tray.add-folder': 'Add a folder…',
  'tray.settings': 'Settings…',
  'tray.update': 'Restart as version {{version}}',
  'tray.standing.fine': 'All documents reached your accountant',
  'tray.standing.working': 'Documents are on their way',
  'tray.standing.needs-you': 'Something needs you',
  'tray.standing.disconnected': 'Not connected at the moment',
  'tray.standing.busy': 'The import service is busy: Intray carries on by itself',
  'tray.standing.battery': 'Waiting until the computer is plugged in',
  'tray.standing.paused': 'Paused',
  'tray.standing.empty': 'No company connected yet',
} as const;
