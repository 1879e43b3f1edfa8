/** Why a document waits for the user's decision: `.next` follows each `.what`. */
export const question = {
  'question.blank.what': 'It looks blank: nothing can be seen on it.',
  'question.blank.next': 'Check which way round the sheet lies, and the tray; then scan it again. Or send it if it is meant to be so.',
  'question.not-understood.what': 'Intray cannot tell whether this file is complete and opens without a password.',
  'question.not-understood.next': 'Open it. If all of it is there and no password is asked for, send it; otherwise scan or save it again.',
  'question.other-type.what': 'The same file is already known under the other type, purchase or sale.',
  'question.other-type.next': 'Usually one of the two is a mistake. Send it only if the document belongs in both.',
  'question.bulk-arrival.what': 'It was there before the folder was added, or came with many others at once.',
  'question.bulk-arrival.next': 'Send it if your accountant does not have it yet.',
  'question.new-subfolder.what': 'It is in the sub-folder {{subfolder}}, which was not used before.',
  'question.new-subfolder.next':
    'Send files from there? If you say so, Intray no longer asks about this sub-folder. It asks only in the first week.',
  'question.unclear-answer.what': 'The import service keeps giving an answer that means neither yes nor no (code {{status}}).',
  'question.unclear-answer.next': 'A firewall or a wrong address may be in the way. Have the connection checked, then try again.',
  'question.part-received.what': 'The import service already has one of its pictures as a document of its own: another computer sent it.',
  'question.part-received.next':
    'If you send this PDF, your accountant gets that page twice. You can undo the joining instead, and join the other pictures.',
  'question.maybe-received.what': 'It may have been received under the former connection: the answer to it was lost.',
  'question.maybe-received.next':
    'Ask your accountant whether it is there, and send it only if it is not. Should its result come meanwhile, it is shown here.',
  'question.note.what': 'Its folder waits for a note to your accountant before it sends a document.',
  'question.note.next': 'Write the note, or send it without one.',
  'question.note.file.not-text': 'The note {{name}} beside it is not readable as text in UTF-8, so the document was not sent.',
  'question.note.file.too-long': 'The note {{name}} beside it has more than 1,000 characters, so the document was not sent.',
  'question.note.file.number-too-long':
    'The number in the first line of the note {{name}} beside it has more than 60 characters, so the document was not sent.',
  'question.note.file.empty': 'The note {{name}} beside it is empty, so the document was not sent.',
  'question.note.file.unreadable': 'The note {{name}} beside it cannot be read, so the document was not sent.',
  'question.note.file.used': 'The note {{name}} beside it was sent with an earlier document of this name, so this document was not sent.',
  'question.note.file.next': 'Correct the text file, and the document is sent with it. Or write the note here, or send it without one.',
  'question.gone.what': 'Its file disappeared from your folders before it was sent, and Intray has no copy of it.',
  'question.gone.next': 'Put the file back into its folder: it is then sent by itself. Or ignore it, if it is not to be sent.',
} as const;
