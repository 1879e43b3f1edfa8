import { z } from 'zod';

const announcementSchema = z.looseObject({ version: z.string(), files: z.array(z.looseObject({ url: z.string() })) });
export type Announcement = z.infer<typeof announcementSchema>;

/**
 * Each electron-builder build announces only its own packages, in the same file. On a system with several packages (an AppImage and a .deb),
 * each installation must find its own there, so the packages of an earlier build of the same version are kept.
 */
export function joinAnnouncements(before: unknown, after: unknown): Announcement {
  const latest = announcementSchema.parse(after);
  const earlier = announcementSchema.safeParse(before);
  if (!earlier.success || earlier.data.version !== latest.version) return latest;
  const renewed = new Set(latest.files.map(({ url }) => url));
  return { ...latest, files: [...earlier.data.files.filter(({ url }) => !renewed.has(url)), ...latest.files] };
}
