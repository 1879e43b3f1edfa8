/** Of the heading that says what is asked. The first field takes the focus and is described by it, so that a screen reader reads both. */
export const QUESTION_ID = 'invitation-question';
