import type { SectionId } from './check.ts';
import type { Subject } from './subject.ts';

/**
 * What a case requires: `writing` leaves something behind in the service, `control` needs control over it (our
 * sandbox's control API, with a receiver of webhooks), `clock` needs a control API that can move time, `scope` needs a scope.
 */
export type Need = 'writing' | 'control' | 'clock' | 'scope';

export type Case = {
  /** The name of the case in every report; its meaning never changes. */
  readonly id: string;
  readonly section: SectionId;
  /** What the document says, in its own words or nearly so. */
  readonly says: string;
  readonly needs: readonly Need[];
  /** Throws a Breach if the service does otherwise. */
  readonly run: (subject: Subject) => Promise<void>;
};
