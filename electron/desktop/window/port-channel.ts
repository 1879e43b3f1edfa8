/**
 * The one channel between a window's preload and the main process. Text is a message of oRPC; `null` from the preload
 * says "a new document begins here", `null` to it says "this port is closed".
 */
export const PORT_CHANNEL = 'intray:port';

/** The longest question of the contract (500 ids) has 20,000 characters; a longer message is not one of ours. */
export const QUESTION_CHARS_MAX = 256 * 1024;
