/** Words outside the window: the tray, the notifications, and what is said when nothing could start. */
export const desktop = {
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
  'tray.standing.busy': 'The service is busy: Intray carries on by itself',
  'tray.standing.battery': 'Waiting until the computer is plugged in',
  'tray.standing.paused': 'Paused',
  'tray.standing.empty': 'No company connected yet',
  'notice.refused.one': '“{{name}}” was refused',
  'notice.refused.many_one': '{{count, number}} document was refused',
  'notice.refused.many_other': '{{count, number}} documents were refused',
  'notice.refused.body': 'Your accountant gave no reason. Open Intray to see what to do.',
  'notice.unfit.one': '“{{name}}” cannot be sent',
  'notice.unfit.many_one': '{{count, number}} document cannot be sent',
  'notice.unfit.many_other': '{{count, number}} documents cannot be sent',
  'notice.unfit.body': 'Open Intray to see why, and what to do.',
  'notice.question.one': '“{{name}}” needs your decision',
  'notice.question.many_one': '{{count, number}} document needs your decision',
  'notice.question.many_other': '{{count, number}} documents need your decision',
  'notice.question.body': 'It is not sent before you have answered.',
  'notice.disconnected.title': '{{name}} is no longer connected',
  'notice.disconnected.body': 'Nothing is sent for this company until you reconnect it. Nothing is lost.',
  'notice.intray': 'Intray',
  'notice.window-crashed': 'The window stopped working and was opened again. Sending continued meanwhile; nothing is lost.',
  'notice.window-gone':
    'The window keeps failing. Sending continues without it; nothing is lost. Open it again from the icon, or restart Intray.',
  'notice.started-again':
    'Intray had stopped because of a fault of its own and has started again. Nothing is lost, and nothing is sent twice.',
  'start-fault.title': 'Intray could not start',
  'start-fault.in-use': 'Another Intray is using this profile already. Open that one from its icon, or quit it first.',
  'start-fault.newer':
    'A newer version of Intray has written this profile, and this version cannot read it. Install the newer version again: nothing is lost, and nothing was changed. Until then nothing is sent.',
  'start-fault.broken':
    'Intray stopped several times in a row because of a fault of its own. Nothing is lost: your scans were not touched. Start it again later, or send the log to whoever set it up.',
  'start-fault.unreadable':
    'Intray cannot open its own files. Nothing was changed, and your scans were not touched. Start Intray again; if it says this once more, send the log to whoever set it up.',
  'start-fault.full':
    'The disk that holds Intray’s own files is full. Intray records what it sends before it sends it, so nothing is sent for now, and nothing is lost. Free some space on that disk.',
  'start-fault.read-only':
    'Intray is not allowed to write to its own folder: the disk is read-only, or your account has no right to write there. Nothing is sent for now, and nothing is lost. Let your account write to the folder of Intray’s own files, or ask whoever looks after this computer.',
  'start-fault.held':
    'Another program is using Intray’s own files: a virus scanner or a backup program, for instance. Nothing is sent for now, and nothing is lost. Close that program, or have it leave out the folder of Intray’s own files.',
  'start-fault.disk-errors':
    'The disk that holds Intray’s own files reports errors, or is not connected. Nothing is sent for now, and nothing is lost. Connect it again, or have it checked soon.',
  'start-fault.not-own':
    'Intray’s own folder belongs to another user of this computer, who could read the secrets of your companies. Nothing was opened, and your scans were not touched. Start Intray as that user, or ask whoever looks after this computer to give the folder to your account.',
  'start-fault.not-private':
    'Other users of this computer could read Intray’s own folder, with the secrets of your companies in it, and its disk does not allow that to be changed. Nothing was opened, and your scans were not touched. Move the folder to a disk that keeps track of owners, such as the one of your home folder.',
  'start-wait.title': 'Intray is waiting for the disk',
  'start-wait.text': 'Intray tries again every few seconds and starts by itself as soon as it can.',
  'start-wait.wait': 'Keep waiting',
  'start-wait.quit': 'Quit Intray',
} as const;
