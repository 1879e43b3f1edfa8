/** The folders and notes that Intray creates after a result. A folder keeps its name once it exists. */
export const tidy = {
  'tidy.folder.accepted': 'Accepted',
  'tidy.folder.refused': 'Refused',
  'tidy.note.what': 'Your accountant refused “{{name}}” on {{moment}}.',
  'tidy.note.reason': 'The reason, in your accountant’s words:',
  'tidy.note.next':
    'Correct the document or scan it again, and put the new file into the folder. If the refusal was a mistake, open Intray and choose “Send again”.',
  'tidy.note.number': 'Document number: {{documentId}}',
} as const;
