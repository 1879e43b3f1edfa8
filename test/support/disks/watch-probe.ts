import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchFolder } from '#electron/platform/watch/watch-folder.ts';

/** Started by a test on a system with few watches: prints each ring of the folder's watcher as a line of JSON. */
const [folder = '.'] = process.argv.slice(2);
const watch = watchFolder(folder, (ring) => {
  console.log(JSON.stringify(ring));
  if (ring.kind === 'lost') {
    // Nobody hears this change; it must not crash the program either.
    writeFileSync(join(folder, 'after.pdf'), 'x');
    void watch.close();
  }
});
