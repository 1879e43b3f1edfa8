/**
 * The header by which a browser's window proves that it signed in. Never a cookie: a browser would send that to every
 * other program that listens on this computer.
 */
export const SESSION_HEADER = 'x-intray-session';
