import { z } from 'zod';
import { companySchema } from './company.ts';
import { itemSchema } from './item/item.ts';
import { MINUTE_MS, plus, type WallMs } from '../lib/duration.ts';

/** What is worth interrupting a user for, grouped: five refusals are one notice. */
export const noticeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), items: z.array(itemSchema).min(1) }),
  z.object({ kind: z.literal('unfit'), items: z.array(itemSchema).min(1) }),
  z.object({ kind: z.literal('question'), items: z.array(itemSchema).min(1) }),
  /** Documents that got no answer. */
  z.object({ kind: z.literal('no-answer'), items: z.array(itemSchema).min(1) }),
  z.object({ kind: z.literal('disconnected'), company: companySchema }),
]);

export type Notice = Readonly<z.infer<typeof noticeSchema>>;

/** The values from the settings; minutes since midnight by this computer's clock. */
export type NotifyTimes = {
  readonly notifications: boolean;
  readonly quietHours: { readonly from: number; readonly to: number } | null;
  readonly digestAt: number | null;
};

/** A moment, and its time of day by this computer's clock. */
export type DayTime = { readonly at: WallMs; readonly minuteOfDay: number };

/** A notice: when it arose, and whether it bypasses the daily digest (without a connection nothing progresses). */
type ToTell = { readonly since: DayTime; readonly urgent: boolean };

const DAY_MINUTES = 1_440;

/** Whether a notice may interrupt the user now. Quiet hours hold back everything; a digest that falls within them comes at their end. */
export function shouldNotifyNow(settings: NotifyTimes, now: DayTime, { since, urgent }: ToTell): boolean {
  const { notifications, quietHours, digestAt } = settings;
  if (!notifications || (quietHours !== null && isWithin(quietHours, now.minuteOfDay))) return false;
  return urgent || digestAt === null || now.at >= nextAt(digestAt, since);
}

function isWithin({ from, to }: { readonly from: number; readonly to: number }, minute: number): boolean {
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

function nextAt(minuteOfDay: number, from: DayTime): WallMs {
  return plus(from.at, ((minuteOfDay - from.minuteOfDay + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS);
}
