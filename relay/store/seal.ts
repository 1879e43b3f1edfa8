import { createCipheriv, createDecipheriv } from 'node:crypto';
import { concat, utf8 } from '#shared/lib/bytes.ts';
import type { Random } from '#shared/ports/world.ts';

/** An operator's key: 32 bytes, and the name that rows record. */
export type SealKey = { readonly id: string; readonly key: Uint8Array };

/** A body as it is stored. `key` null: unsealed. */
export type SealedBody = { readonly body: Uint8Array; readonly key: string | null };

/** What a body is bound to: moved to another event or integration, it cannot be opened. */
export type SealedFor = { readonly eventId: string; readonly integrationId: string | null };

export type Seal = {
  /** The name of the key that seals now; null if bodies are stored unsealed. */
  readonly newest: string | null;
  /** Whether there is a key of this name. */
  knows(id: string): boolean;
  seal(body: Uint8Array, of: SealedFor): SealedBody;
  /** Throws if the key is not configured or the body was tampered with: then there is no honest answer. */
  open(sealed: SealedBody, of: SealedFor): Uint8Array;
};

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals event bodies with the first key and opens them with any; without keys they are stored as they came. */
export function sealWith(keys: readonly SealKey[], random: Random): Seal {
  const [first] = keys;
  return {
    newest: first?.id ?? null,
    knows: (id) => keys.some((key) => key.id === id),
    seal(body, of) {
      if (first === undefined) return { body, key: null };
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.key, nonce).setAAD(bound(of));
      return { body: concat([nonce, cipher.update(body), cipher.final(), cipher.getAuthTag()]), key: first.id };
    },
    open({ body, key: id }, of) {
      if (id === null) return body;
      const known = keys.find((key) => key.id === id);
      if (known === undefined) throw new Error('a body is sealed with a key that is not configured');
      const tagAt = body.byteLength - TAG_BYTES;
      const opener = createDecipheriv(CIPHER, known.key, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      opener.setAAD(bound(of)).setAuthTag(body.subarray(tagAt));
      return concat([opener.update(body.subarray(NONCE_BYTES, tagAt)), opener.final()]);
    },
  };
}

function bound({ eventId, integrationId }: SealedFor): Uint8Array {
  return utf8(`${eventId} ${integrationId ?? ''}`);
}
