/** Newer versions of Intray itself. */
export const updates = {
  'updates.title': 'Updates',
  'updates.not-here': 'This installation is updated by whoever installed it.',
  'updates.off': 'This version of Intray does not look for newer ones by itself.',
  'updates.not-checked': 'Intray looks for a newer version a few minutes after it starts.',
  'updates.current': 'Intray is up to date.',
  'updates.loading': 'Version {{version}} is being downloaded. You can carry on working.',
  'updates.ready': 'Version {{version}} is ready',
  'updates.ready.text': 'Intray installs it by itself when nobody uses the window and nothing is being sent, or when you quit.',
  'updates.ready.asked': 'Intray restarts as soon as nothing is being sent.',
  'updates.restart': 'Restart now',
  'updates.fault.unreachable':
    'Intray could not look for a newer version, and tries again by itself. Your documents are sent all the same.',
  'updates.fault.damaged':
    'A newer version arrived damaged, or was changed on this computer, and was thrown away. Intray downloads it again by itself.',
  'updates.fault.unsigned':
    'A newer version was offered that is not signed by Intray’s makers. It was not downloaded. Tell whoever looks after this computer.',
  'updates.fault.stale':
    'Where Intray looks for newer versions, the information is out of date, so Intray takes none from there. Check the date of this computer. If it is right, tell whoever gave you Intray. Your documents are sent all the same.',
} as const;
