import type { Assertion } from './assertion.ts';
import { END } from './assertions/end.ts';
import { FUSE, INSTANCE, PROTOCOL, START } from './assertions/app.ts';
import { MENU, NOTIFICATION, TRAY } from './assertions/tray.ts';
import { PAGES } from './assertions/page.ts';
import { SYSTEM } from './assertions/system.ts';
import { UTILITY_PROCESS } from './assertions/utility-process.ts';
import { WINDOW } from './assertions/window.ts';

type Subject = { readonly title: string; readonly assertions: readonly Assertion[] };

/** Everything that is asserted about Electron, by subject. */
export const SUITE: readonly Subject[] = [
  { title: 'Start', assertions: START },
  { title: 'One app at a time', assertions: INSTANCE },
  { title: 'End', assertions: END },
  { title: 'Windows', assertions: WINDOW },
  { title: 'Pages', assertions: PAGES },
  { title: 'Our own scheme', assertions: PROTOCOL },
  { title: 'Tray and pictures', assertions: TRAY },
  { title: 'Menus', assertions: MENU },
  { title: 'Notifications', assertions: NOTIFICATION },
  { title: 'The system', assertions: SYSTEM },
  { title: 'Processes', assertions: UTILITY_PROCESS },
  { title: 'Fuses', assertions: FUSE },
];

export const ASSERTIONS: readonly Assertion[] = SUITE.flatMap(({ assertions }) => assertions);
