import { z } from 'zod';

const announcementSchema = z.looseObject({ version: z.string(), files: z.array(z.looseObject({ url: z.string() })) });
export type Announcement = z.infer<typeof announcementSchema>;

/**
 * electron-builder announces with each build just the packages of that one, in the same file. Of a system with several packages (an
 * AppImage and a .deb) each installation has to find its own there: so what an earlier build of the same version announced stays.
 */
export function joinAnnouncements(before: unknown, after: unknown): Announcement {
  const latest = announcementSchema.parse(after);
  const earlier = announcementSchema.safeParse(before);
  if (!earlier.success || earlier.data.version !== latest.version) return latest;
  const renewed = new Set(latest.files.map(({ url }) => url));
  return { ...latest, files: [...earlier.data.files.filter(({ url }) => !renewed.has(url)), ...latest.files] };
}
