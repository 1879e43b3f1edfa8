/** A foreign page cannot send this without a permission that the host never gives. */
export const CALL_HEADERS = { 'x-intray': '1' } as const;
