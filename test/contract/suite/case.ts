import type { SectionId } from './sections.ts';
import type { Subject } from './subject.ts';

/**
 * What a case cannot do without: `writing` leaves something behind in the service, `control` is a hand on it (our
 * sandbox's control API, with a receiver of webhooks), `clock` is a control API that can move time, `scope` is a scope.
 */
export type Need = 'writing' | 'control' | 'clock' | 'scope';

export type Case = {
  /** Names it in every report, and never changes its meaning. */
  readonly id: string;
  readonly section: SectionId;
  /** What the document says, in its words or nearly so. */
  readonly says: string;
  readonly needs: readonly Need[];
  /** Throws a Breach when the service does otherwise. */
  readonly run: (subject: Subject) => Promise<void>;
};
