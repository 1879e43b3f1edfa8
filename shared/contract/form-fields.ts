/** Names of the form fields of an invoice import (§ Invoice form), in the order in which they are sent. */
export const FORM_FIELDS = {
  filename: 'filename',
  userEmail: 'userEmail',
  comment: 'comment',
  externalReference: 'externalReference',
  entries: 'entries',
  organization: 'organization',
  /** Last: a streaming reader of the form knows all other fields by then (C15). */
  file: 'file',
} as const;
