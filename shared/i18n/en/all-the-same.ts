/** An unfit document that a person wants sent all the same: what that means, and why it was not. */
export const allTheSame = {
  'all-the-same.title': 'Send {{name}} all the same?',
  'all-the-same.text':
    'It goes to your accountant exactly as it is in the folder. Their software may not be able to open it, and may refuse it. What is sent cannot be taken back.',
  'all-the-same.told.gone':
    'The file is no longer where it was, so nothing was sent. Put the same file back into the folder, then try again.',
  'all-the-same.told.changed':
    'The file has changed since Intray looked at it, so nothing was sent. Intray looks at the changed file by itself.',
  'all-the-same.told.in-cloud':
    'The content of the file is in the cloud only by now, so nothing was sent. Open the file once on this computer, then try again.',
  'all-the-same.told.unreadable':
    'The file cannot be read now, so nothing was sent: another program is using it, or its disk does not answer. Try again in a moment.',
  'all-the-same.told.not-fit': 'The file does not begin like a PDF, JPEG, PNG or BMP, so nothing was sent. Scan or save it again.',
  'all-the-same.told.not-offered': 'The document has changed meanwhile and can no longer be sent this way.',
  'all-the-same.told.failed': 'That did not work. Try again.',
  'document.all-the-same': 'You chose to send it all the same',
} as const;
