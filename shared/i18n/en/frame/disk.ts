/** A disk that fails. Each failure has a `.title` and a `.text`. */
export const disk = {
  'disk.full.title': 'The disk of this computer is full',
  'disk.full.text':
    'Intray records on the disk what it sends before it sends it, so nothing is sent for now. Free some space on the disk where Intray keeps its own files; Intray carries on by itself, and nothing is lost.',
  'disk.read-only.title': 'Intray is not allowed to write to its own folder',
  'disk.read-only.text':
    'Nothing is sent for now, because Intray could not record it first. Let your account write to the folder of Intray’s own files, or ask whoever looks after this computer; Intray carries on by itself, and nothing is lost.',
  'disk.held.title': 'Another program is using Intray’s own files',
  'disk.held.text':
    'A virus scanner or a backup program, for instance. Nothing is sent for now, because Intray could not record it first. Close that program, or have it leave out the folder of Intray’s own files; Intray keeps trying and carries on by itself, and nothing is lost.',
  'disk.broken.title': 'The disk of this computer reports errors',
  'disk.broken.text':
    'Nothing is sent for now, because Intray could not record it first. Have the disk checked soon; Intray carries on by itself when it works again. Your scans were not touched.',
  'disk.gone.title': 'Intray’s own files are no longer where they were',
  'disk.gone.text':
    'They were deleted, moved or replaced while Intray was running, so nothing is sent for now. Put them back, and Intray carries on by itself; or quit Intray and start it again: it takes up from its copies, and nothing is sent twice. Your scans were not touched.',
} as const;
