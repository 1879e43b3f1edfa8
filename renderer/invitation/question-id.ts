/** Of the heading that says what is asked. The first field takes the focus and is described by it, so that a screen reader reads both. */
export const QUESTION_ID = 'invitation-question';
/** Of the sentence that says whether one of the service's addresses differs from the others; the first field is described by it, too. */
export const HOSTS_ID = 'invitation-hosts';
