import { InspectBudget } from '#electron/intake/inspect/inspect-budget.ts';
import { inspect } from '#electron/intake/inspect/inspect.ts';
import type { PageFingerprint } from '#shared/domain/folder/inspected.ts';
import { nodeSha256 } from '#shared/node/digest.ts';

/** The fingerprints of a file that can be sent. */
export function pagesIn(bytes: Uint8Array, budget = new InspectBudget()): readonly (PageFingerprint | null)[] {
  const inspected = inspect({ name: 'a', bytes, size: bytes.byteLength }, nodeSha256, budget);
  if (inspected.kind === 'unfit') throw new Error(`cannot be sent: ${inspected.problem.kind}`);
  return inspected.pages ?? [];
}
