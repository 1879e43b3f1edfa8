import { loadScript, startedModule } from './confined-script.ts';

/** Stands in for the module of `sharp` that looks for a native part: it gets libvips as WebAssembly, whatever the computer is. */
export default loadScript({ isThread: false });

export const module = startedModule();
