/** What becomes of a file after its result. The two folders carry these names for good, once they were made. */
export const tidy = {
  'tidy.folder.accepted': 'Sent',
  'tidy.folder.refused': 'Refused',
  'tidy.note.what': 'Your accountant refused “{{name}}” on {{moment}}.',
  'tidy.note.reason': 'The reason, in your accountant’s words:',
  'tidy.note.next':
    'Correct the document or scan it again, and put the new file into the folder. If the refusal was a mistake, open Intray and choose “Send again”.',
  'tidy.note.number': 'Document number: {{documentId}}',
  'folders.settings': 'Settings of this folder',
  'folders.settings.title': 'Settings of this folder',
  'folders.settings.after': 'When your accountant has answered',
  'folders.settings.after.leave': 'Leave the file where it is',
  'folders.settings.after.move': 'Move it into “Sent” or “Refused” inside this folder',
  'folders.settings.after.text':
    'This applies to answers from now on. Nothing is ever deleted or replaced, and what is in these two folders is not sent.',
  'folders.settings.note': 'Put a short text with the reason beside each refused file',
  'folders.settings.settle': 'Seconds without a change before a file counts as finished',
  'folders.settings.settle.text': 'Up to 120. Choose 60 or more if you scan page by page into one file.',
  'folders.settings.settle.wrong': 'A number from 1 to 120.',
  'folders.settings.save': 'Save',
} as const;
