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
  'updates.fault.refused':
    'A newer version was downloaded, and this computer’s system did not take it. Intray tries again by itself. If this stays, tell whoever looks after this computer. Your documents are sent all the same.',
  'updates.fault.unfit':
    'Intray’s makers offer a version that could not read what this one has written down, so Intray keeps this version and takes the next one that can. Your documents are sent all the same.',
  'updates.held': 'Intray cannot replace itself with newer versions here',
  'updates.held.gone':
    'The file that Intray was started from has been moved, renamed or deleted. Quit Intray and start it from where the file is now. Your documents are sent all the same.',
  'updates.held.no-right':
    'Your account may not change the program file, or the folder in which it lies. Move Intray to a folder of your own and start it from there, or ask whoever looks after this computer to update it. Your documents are sent all the same.',
  'updates.held.read-only':
    'Intray was started from a disk on which nothing can be changed. Quit Intray, copy it to this computer’s own disk (on a Mac, to Applications), and start it from there. Your documents are sent all the same.',
  'updates.held.foreign-place':
    'Another program (on Linux often AppImageLauncher) starts Intray from a place that takes no files. Update Intray with that program, or start the downloaded file directly from a folder of your own. Your documents are sent all the same.',
  'updates.held.not-moved-in':
    'macOS starts Intray from a temporary copy. Quit Intray, move it to Applications with the Finder, and start it from there. Your documents are sent all the same.',
  'updates.held.no-tools':
    'A program that installs packages (pkexec, timeout or dpkg) is missing on this computer. Ask whoever looks after it to install the newer package of Intray. Your documents are sent all the same.',
  'updates.failed': 'The update to version {{version}} could not be put in place.',
  'updates.failed.not-allowed': 'The administrator’s password was not given.',
  'updates.failed.changed': 'The downloaded file was changed on this computer.',
  'updates.failed.refused': 'This computer’s system did not allow it, or its installer failed.',
  'updates.failed.no-room': 'There is not enough room on the disk.',
  'updates.failed.late': 'Intray could not end its work in time.',
  'updates.failed.silent': 'It was begun, and did not come to its end.',
  'updates.failed.next': 'Intray works as before. It tries again at the earliest after a day, or when you choose “Restart now”.',
} as const;
