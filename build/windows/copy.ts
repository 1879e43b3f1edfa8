/** Where the project's copy is in the small Debian: a short path, because long ones cause trouble on Windows. */
export const COPY = 'w/project';
