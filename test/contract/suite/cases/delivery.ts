import type { Case } from '../case.ts';
import { must, mustEqual } from '../check.ts';
import { decided, eventIdOf, imported, isAbout } from '../imports.ts';
import { type Delivery, FOLLOWED_PATH, type Reply } from '../receiver.ts';
import type { Subject } from '../subject.ts';

const section = 'events/delivery';
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The service's clock also runs by itself: this separates a retry that is due at once from one that falls due meanwhile. */
const AT_ONCE_MS = 4 * SECOND_MS;
/** A sender that follows a redirect does so at once. */
const FOLLOWED_MS = 2 * SECOND_MS;
/** "A request times out after 10 seconds", seen from the other end of a busy machine. */
const CUT_MS = [9_000, 13_000] as const;

/** Makes the first attempt of an event, answered with `reply`, and gives access to the next ones. */
async function attempted(subject: Subject, reply: Reply) {
  const documentId = await imported(subject, 'purchase-invoices');
  const fits = isAbout(documentId);
  subject.receiver.answer(fits, reply);
  await subject.control.decide(documentId, { documentState: 'Accepted' });
  mustEqual(1, (await subject.receiver.wait(fits)).length, 'first attempts');
  return {
    accept: () => subject.receiver.answer(fits, 204),
    count: () => subject.receiver.deliveries.filter(fits).length,
    wait: (count: number): Promise<readonly Delivery[]> => subject.receiver.wait(fits, count, AT_ONCE_MS),
  };
}

/** An event that was started later has arrived, so everything due before it has arrived too. */
async function othersArrive(subject: Subject): Promise<void> {
  await decided(subject, 'purchase-invoices');
}

/** An event whose first attempt failed; everything due by then has arrived. */
async function failedOnce(subject: Subject): Promise<Attempt> {
  const attempt = await attempted(subject, 500);
  await othersArrive(subject);
  return attempt;
}

type Attempt = Awaited<ReturnType<typeof attempted>>;

/** At these seconds after the first attempt there have been this many, far enough from each boundary for a busy machine. */
async function retriedAt(subject: Subject, attempt: Attempt, seconds: readonly number[], counts: readonly number[]): Promise<void> {
  let before = 0;
  for (const [index, second] of seconds.entries()) {
    await subject.control.advance((second - before) * SECOND_MS);
    before = second;
    const expected = counts[index] ?? 0;
    await attempt.wait(expected);
    await othersArrive(subject);
    mustEqual(expected, attempt.count(), `deliveries after ${second} s:`);
  }
}

const ACKNOWLEDGED = [200, 201, 202, 204] as const;
const REDIRECTS = [301, 302, 303, 307, 308] as const;
const FAILED = [302, 307, 400, 401, 404, 410, 429, 500, 503] as const;

const acknowledged = ACKNOWLEDGED.map(
  (status): Case => ({
    id: `delivery/${status}-acknowledges`,
    section,
    says: 'Any HTTP 2xx response acknowledges receipt.',
    needs: ['writing', 'control', 'clock'],
    run: async (subject) => {
      const attempt = await attempted(subject, status);
      await othersArrive(subject);
      await subject.control.advance(10 * MINUTE_MS);
      await othersArrive(subject);
      mustEqual(1, attempt.count(), 'deliveries');
    },
  }),
);

const failed = FAILED.map(
  (status): Case => ({
    id: `delivery/${status}-is-retried`,
    section,
    says: 'Any other response is a failure and is retried, a redirect too.',
    needs: ['writing', 'control', 'clock'],
    run: async (subject) => {
      const attempt = await attempted(subject, status);
      await othersArrive(subject);
      attempt.accept();
      await subject.control.advance(6 * SECOND_MS);
      mustEqual(2, (await attempt.wait(2)).length, 'deliveries');
    },
  }),
);

/** The receiver is the address that was configured. The redirect's target was not, so it must get no event. */
const redirected = REDIRECTS.map(
  (status): Case => ({
    id: `delivery/${status}-is-not-followed`,
    section,
    says: 'Any other response is a failure, a redirect too: nobody goes where it points.',
    needs: ['writing', 'control'],
    run: async (subject) =>
      mustEqual(false, (await followed(subject)).includes(`${FOLLOWED_PATH}/${status}`), 'a call of the other address:'),
  }),
);

export const deliveryCases: readonly Case[] = [
  ...acknowledged,
  ...failed,
  ...redirected,
  {
    id: 'delivery/same-event',
    section,
    says: 'A retry is the same event: the same `id`, and the same bytes.',
    needs: ['writing', 'control', 'clock'],
    run: async (subject) => {
      const attempt = await failedOnce(subject);
      attempt.accept();
      await subject.control.advance(6 * SECOND_MS);
      const [one, two] = await attempt.wait(2);
      must(one !== undefined && two !== undefined, 'two deliveries', 'fewer');
      mustEqual(eventIdOf(one), eventIdOf(two), 'id');
      must(one.body.equals(two.body), 'the same bytes', 'others');
    },
  },
  {
    id: 'delivery/burst',
    section,
    says: 'An immediate burst of up to 3 retries at 5 s, 10 s and 30 s after the initial failure.',
    needs: ['writing', 'control', 'clock'],
    run: async (subject) => {
      const attempt = await failedOnce(subject);
      await retriedAt(subject, attempt, [1, 6, 12, 24, 33, 90], [1, 2, 3, 3, 4, 4]);
      attempt.accept();
    },
  },
  {
    id: 'delivery/every-five-minutes',
    section,
    says: 'Then automatic retries about every 5 minutes.',
    needs: ['writing', 'control', 'clock'],
    run: async (subject) => {
      const attempt = await failedOnce(subject);
      await retriedAt(subject, attempt, [6, 12, 33, 200, 400, 500, 700], [2, 3, 4, 4, 5, 5, 6]);
      attempt.accept();
    },
  },
  {
    id: 'delivery/goes-on-for-48-hours',
    section,
    says: 'Automatic retries go on for 48 hours.',
    needs: ['writing', 'control', 'clock'],
    run: async (subject) => {
      const attempt = await failedOnce(subject);
      for (const hours of [8, 16, 23]) {
        await subject.control.advance(hours * HOUR_MS);
        await subject.newToken();
        await othersArrive(subject);
        const before = attempt.count();
        await subject.control.advance(11 * MINUTE_MS);
        await attempt.wait(before + 1);
        must(attempt.count() > before, 'another retry within 11 minutes', 'none');
      }
      attempt.accept();
    },
  },
  {
    id: 'delivery/ends-after-48-hours',
    section,
    says: 'After 48 hours retries stop.',
    needs: ['writing', 'control', 'clock'],
    run: async (subject) => {
      const attempt = await failedOnce(subject);
      await subject.control.advance(49 * HOUR_MS);
      await subject.newToken();
      await othersArrive(subject);
      const tried = attempt.count();
      await subject.control.advance(HOUR_MS);
      await subject.newToken();
      await othersArrive(subject);
      mustEqual(tried, attempt.count(), 'deliveries');
    },
  },
  {
    id: 'delivery/time-out-is-retried',
    section,
    says: 'A request that times out has no 2xx response: it is a failure and is retried.',
    needs: ['writing', 'control', 'clock'],
    run: async (subject) => {
      const { attempt } = await held(subject);
      await othersArrive(subject);
      await subject.control.advance(6 * SECOND_MS);
      mustEqual(2, (await attempt.wait(2)).length, 'deliveries');
    },
  },
  {
    id: 'delivery/times-out',
    section,
    says: 'A request times out after 10 seconds.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const { after } = await held(subject);
      must(after !== null && after >= CUT_MS[0], 'cut after 10 s', after === null ? 'not cut' : `cut after ${Math.round(after)} ms`);
    },
  },
];

const isFollowed = ({ path }: Delivery): boolean => path.startsWith(FOLLOWED_PATH);

/** The paths of redirects that were followed. All attempts are answered first, so the wait for followers is needed only once. */
const followed = (subject: Subject): Promise<readonly string[]> =>
  subject.once('followed', async () => {
    for (const status of REDIRECTS) (await attempted(subject, status)).accept();
    return (await subject.receiver.wait(isFollowed, REDIRECTS.length, FOLLOWED_MS)).map(({ path }) => path);
  });

/** An event that is not answered, and after how many milliseconds its sender gave up; null if it did not. All cases share one. */
const held = (subject: Subject): Promise<{ readonly attempt: Attempt; readonly after: number | null }> =>
  subject.once('held', async () => {
    const attempt = await attempted(subject, 'hold');
    const [delivery] = await attempt.wait(1);
    must(delivery !== undefined, 'a delivery', 'none');
    const after = await Promise.race([delivery.cut, later(CUT_MS[1])]);
    attempt.accept();
    return { attempt, after };
  });

function later(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), ms).unref();
  });
}
