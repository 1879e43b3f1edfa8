/** Of a request: a random word for as long as this program runs, kept nowhere, so that no copy of a profile has it too. */
export const RUN_HEADER = 'intray-run';
/** What a desktop calls itself is a UUID; anything longer is left unread. */
export const RUN_CHARACTERS_MAX = 64;
/** Of an answer: the token of this device is used by more than one running program. */
export const SHARED_HEADER = 'intray-device-shared';
