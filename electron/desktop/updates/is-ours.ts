import type { Update } from '#shared/domain/update.ts';
import { updateText } from '#shared/domain/update-text.ts';
import { isSignedBy } from '#shared/node/is-signed-by.ts';

/** Whether an update was signed with the private half of `key`, which only our release process has. */
export function isOurs(update: Update, key: string): boolean {
  return isSignedBy({ text: updateText(update), signature: update.signature }, key);
}
