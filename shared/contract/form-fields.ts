/** Names of the form fields of an invoice import (Invoice import form fields), in the order in which they are sent. */
export const FORM_FIELDS = {
  filename: 'filename',
  userEmail: 'userEmail',
  comment: 'comment',
  externalReference: 'externalReference',
  entries: 'entries',
  organization: 'organization',
  /** Last: what reads the form as a stream knows all else by then (decision 15). */
  file: 'file',
} as const;
