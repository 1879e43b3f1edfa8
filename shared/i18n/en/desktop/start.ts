/** What the app says when it cannot start, or has to wait for its start. */
export const start = {
  'start.fault.title': 'Intray could not start',
  'start.fault.in-use': 'Another Intray is using this profile already. Open that one from its icon, or quit it first.',
  'start.fault.newer':
    'A newer version of Intray has written this profile, and this version cannot read it. Install the newer version again: nothing is lost, and nothing was changed. Until then nothing is sent.',
  'start.fault.broken':
    'Intray stopped several times in a row because of a fault of its own. Nothing is lost: your scans were not touched. Start it again later, or send the log to whoever set it up.',
  'start.fault.unreadable':
    'Intray cannot open its own files. Nothing was changed, and your scans were not touched. Start Intray again; if it says this once more, send the log to whoever set it up.',
  'start.fault.full':
    'The disk that holds Intray’s own files is full. Intray records what it sends before it sends it, so nothing is sent for now, and nothing is lost. Free some space on that disk.',
  'start.fault.read-only':
    'Intray is not allowed to write to its own folder: the disk is read-only, or your account has no right to write there. Nothing is sent for now, and nothing is lost. Let your account write to the folder of Intray’s own files, or ask whoever looks after this computer.',
  'start.fault.held':
    'Another program is using Intray’s own files: a virus scanner or a backup program, for instance. Nothing is sent for now, and nothing is lost. Close that program, or have it leave out the folder of Intray’s own files.',
  'start.fault.disk-errors':
    'The disk that holds Intray’s own files reports errors, or is not connected. Nothing is sent for now, and nothing is lost. Connect it again, or have it checked soon.',
  'start.fault.not-own':
    'Intray’s own folder belongs to another user of this computer, who could read the secrets of your companies. Nothing was opened, and your scans were not touched. Start Intray as that user, or ask whoever looks after this computer to give the folder to your account.',
  'start.fault.not-private':
    'Other users of this computer could read Intray’s own folder, with the secrets of your companies in it, and its disk does not allow that to be changed. Nothing was opened, and your scans were not touched. Move the folder to a disk that keeps track of owners, such as the one of your home folder.',
  'start.wait.title': 'Intray is waiting for the disk',
  'start.wait.text': 'Intray tries again every few seconds and starts by itself as soon as it can.',
  'start.wait.wait': 'Keep waiting',
  'start.wait.quit': 'Quit Intray',
} as const;
