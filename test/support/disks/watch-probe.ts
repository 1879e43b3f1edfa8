import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { watchFolder } from '#electron/platform/watch/watch-folder.ts';

/** Started by a test where the system gives few watches: says as lines of JSON what the watcher of the folder rings. */
const [folder = '.'] = process.argv.slice(2);
const watch = watchFolder(folder, (ring) => {
  console.log(JSON.stringify(ring));
  if (ring.kind === 'lost') {
    // Nobody hears this one; it must not bring the program down either.
    writeFileSync(join(folder, 'after.pdf'), 'x');
    void watch.close();
  }
});
