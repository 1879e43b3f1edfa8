import { compactVerify, importJWK } from 'jose';
import { ALGORITHM, type RsaJwk } from './rsa-keys.ts';

/** Checks the RS512 signature of a compact JWS. The key object is kept: making one per call costs more than the check. */
export type VerifyKey = (compact: string) => boolean | Promise<boolean>;

/** Builds the check for a key, once; null if it is not a valid key. The check only receives compact JWS that passed `compactJws`. */
export type VerifierOf = (jwk: RsaJwk) => Promise<VerifyKey | null>;

/** The check by the library, for platforms without a faster one. */
export const joseVerifierOf: VerifierOf = async (jwk) => {
  try {
    const key = await importJWK(jwk, ALGORITHM);
    return async (compact) => {
      try {
        await compactVerify(compact, key, { algorithms: [ALGORITHM] });
        return true;
      } catch {
        return false;
      }
    };
  } catch {
    return null;
  }
};
