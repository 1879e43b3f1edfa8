import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/duration.ts';

/** Limits of the contract (§ Limits), and our readings where it is ambiguous. */

/** "5 MB" in its largest sense (C16): above this, no upload is tried. */
export const FILE_BYTES_MAX = 5_242_880;
/** "5 MB" in its smallest sense: up to here, a refusal for size would be a surprise. */
export const FILE_BYTES_SAFE = 5_000_000;
/** Ours: a version is made from files up to this size. A page of A4 at 600 dpi in uncompressed colour has 104 MB. */
export const CONVERTED_BYTES_MAX = 134_217_728;
/** Maximum for `entries`, UTF-8. */
export const ENTRIES_BYTES_MAX = 5_242_880;
/** "5 MB" in its smallest sense (C16): a batch is cut into parts of no more. */
export const ENTRIES_BYTES_SAFE = 5_000_000;
/** 16 KB serialised, UTF-8 (C20). */
export const METADATA_BYTES_MAX = 16_384;
/** Characters of `filename`; the contract does not say what the service counts, so we also keep to this many bytes (C15). */
export const FILENAME_MAX = 120;
/** Ours: the contract sets no limit for `comment` (C17). */
export const COMMENT_CHARACTERS_MAX = 1_000;
export const REFERENCE_CHARACTERS_MAX = 64;

export const TOKEN_LIFE_SECONDS = 3_600;
/** A token is renewed after this fraction of its lifetime (§ Partner token). */
export const TOKEN_RENEWAL = 0.8;

export const WEBHOOK_TIMEOUT_MS = 10 * SECOND_MS;
/** Offsets from the first failure (C33). */
export const WEBHOOK_BURST_MS = [5 * SECOND_MS, 10 * SECOND_MS, 30 * SECOND_MS] as const;
export const WEBHOOK_RETRY_EVERY_MS = 5 * MINUTE_MS;
export const WEBHOOK_RETRY_WINDOW_MS = 48 * HOUR_MS;

/** Ours: no event of the contract comes near it; anything larger is not an event. */
export const WEBHOOK_BYTES_MAX = 262_144;
/** Ours: an answer of the service has a few hundred bytes; a proxy's page can have more. */
export const ANSWER_BYTES_MAX = 65_536;
/** Ours: RSA keys shorter than this are not trusted. */
export const RSA_BITS_MIN = 2_048;
/** Ours: how far two honest clocks may differ (C24). */
export const CLOCK_SKEW_MS = 60 * SECOND_MS;
/** A retry that was not signed again is accepted while its `iat` is younger than this (C24). */
export const LATE_RETRY_MS = 49 * HOUR_MS;
