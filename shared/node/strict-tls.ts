import { constants } from 'node:crypto';

/**
 * What every TLS connection of ours requires. Set explicitly, because the environment changes Node's defaults: NODE_TLS_REJECT_UNAUTHORIZED=0 trusts any
 * server, and NODE_OPTIONS can bring back TLS 1.0 and ciphers that no longer protect.
 */
export const STRICT_TLS = { rejectUnauthorized: true, minVersion: 'TLSv1.2', ciphers: constants.defaultCoreCipherList } as const;
