/**
 * The only channel between a window's preload and the main process. Text is an oRPC message; `null` from the preload means "a new document
 * begins here", `null` to it means "this port is closed".
 */
export const PORT_CHANNEL = 'intray:port';

/** The longest question of the contract (500 ids) has 20,000 characters; a much longer message is not one of ours. */
export const QUESTION_CHARS_MAX = 256 * 1024;
