/** Names of the form fields of an invoice import (§ Invoice form), in the order in which they are sent. */
export const FORM_FIELDS = {
  filename: 'filename',
  userEmail: 'userEmail',
  comment: 'comment',
  externalReference: 'externalReference',
  entries: 'entries',
  organization: 'organization',
  /** Last: what reads the form as a stream knows all else by then (C15). */
  file: 'file',
} as const;
