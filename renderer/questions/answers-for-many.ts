/** What answers many documents, at once or one after the other, read as one script: one more would cut the script of the first page into more files. */
export { BulkQuestionPage } from './bulk/bulk-question-page.tsx';
export { NoteQuestionPage } from './note-question-page.tsx';
export { SentBeforeAnswers, TakeAllDialog } from '../overview/sent-before-answers.tsx';
