/** A foreign page cannot send this header without a CORS permission, which the host never gives. */
export const CALL_HEADERS = { 'x-intray': '1' } as const;
