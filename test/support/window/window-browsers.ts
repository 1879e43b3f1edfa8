import { createSessions, type Sessions } from '#electron/headless/host/sessions.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { recordingLog } from '../virtual-world.ts';

/** A browser that is signed in to a story besides the one that looks at it. */
export type OtherBrowser = { readonly userAgent: string; readonly signedInAgoMs: number; readonly usedAgoMs: number };

/** The headless host's own sessions, at the time of the story. */
export function storySessions(now: () => WallMs, others: readonly OtherBrowser[]): Sessions {
  let agoMs = 0;
  const clock = { ...nodeClock(), wallMs: () => wallMs(now() - agoMs) };
  const sessions = createSessions({ random: nodeRandom(), clock, log: recordingLog() });
  for (const { userAgent, signedInAgoMs, usedAgoMs } of others) {
    agoMs = signedInAgoMs;
    const secret = sessions.signIn({ token: sessions.issueToken(), userAgent, former: null });
    agoMs = usedAgoMs;
    sessions.use(secret);
  }
  agoMs = 0;
  return sessions;
}
